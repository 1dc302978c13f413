import type { Catalog, CategoryRef, PlanDefinition, ResourceRef, Role } from '@tributary/catalog'

/** An authenticated account of one tenant. */
export interface Caller {
  readonly tenant: string
  readonly account: string
  readonly displayName: string
  /** Its role for everything in the tenant; null for an account that has only grants. */
  readonly role: Role | null
  /** Its rights to single resources and categories, expired ones too. */
  readonly grants: readonly Grant[]
}

/** The three headers that authenticate a request. */
export interface Credentials {
  readonly tenantId: string
  readonly authType: string
  readonly authValue: string
}

/** A token of one of the platform's issuers, as `Authorization: Bearer` has it. */
export interface BearerToken {
  readonly token: string
  /** The tenant that the request names beside it; another than the token's is refused. @defaultValue the token's */
  readonly tenantId?: string
}

/** An action on a resource. */
export type Action = 'USE' | 'EDIT' | 'DELETE' | 'AUTH' | 'TRANSFER'

/** The actions that an account may do with a resource. */
export interface Rights {
  readonly canEdit: boolean
  readonly canDelete: boolean
  readonly canUsage: boolean
  readonly canAuth: boolean
  readonly canTransfer: boolean
  /** The roles it may grant. */
  readonly grantable: readonly Role[]
}

/** The rights of each role: OWNER everything, ADMIN manage, USAGER only use. */
export const RIGHTS: Readonly<Record<Role, Rights>> = {
  OWNER: {
    canEdit: true,
    canDelete: true,
    canUsage: true,
    canAuth: true,
    canTransfer: true,
    grantable: ['OWNER', 'ADMIN', 'USAGER'],
  },
  ADMIN: {
    canEdit: true,
    canDelete: true,
    canUsage: true,
    canAuth: true,
    canTransfer: false,
    grantable: ['ADMIN', 'USAGER'],
  },
  USAGER: {
    canEdit: false,
    canDelete: false,
    canUsage: true,
    canAuth: false,
    canTransfer: false,
    grantable: [],
  },
}

const RIGHT_FOR = {
  USE: 'canUsage',
  EDIT: 'canEdit',
  DELETE: 'canDelete',
  AUTH: 'canAuth',
  TRANSFER: 'canTransfer',
} as const satisfies Record<Action, keyof Rights>

/** Whether a role allows an action. */
export function allows(role: Role, action: Action): boolean {
  return RIGHTS[role][RIGHT_FOR[action]]
}

/** Roles from the strongest to the weakest. */
export const ROLES: readonly Role[] = ['OWNER', 'ADMIN', 'USAGER']

/** A right as it was given. Times are in milliseconds since 1970 UTC. */
export interface Grant {
  readonly role: Role
  readonly resource: ResourceRef
  /** When it expires; null for never. */
  readonly expires: number | null
  /** When it was given; null when that is not known. */
  readonly granted: number | null
}

/** A right that an account has to a resource: given on the resource itself, or inherited from one above it. */
export interface RightEntry {
  readonly role: Role
  readonly source: 'DIRECT' | 'EXTEND'
  /** The resource above, for what is inherited; else null. */
  readonly from: ResourceRef | null
  readonly expires: number | null
  readonly granted: number | null
}

/** The rights that `grants` give to a resource at `now`: direct ones first, then from above, the nearest first. */
export function listRightEntries(
  grants: readonly Grant[],
  { resource, above, now }: Question,
): readonly RightEntry[] {
  return [resource, ...above].flatMap((place) =>
    grants
      .filter((grant) => isSame(grant.resource, place) && isValid(grant, now))
      .map(({ role, expires, granted }): RightEntry => {
        const isDirect = place === resource
        const from = isDirect ? null : place
        return { role, source: isDirect ? 'DIRECT' : 'EXTEND', from, expires, granted }
      }),
  )
}

/** A query of the rights to a resource. */
export interface Question {
  readonly resource: ResourceRef
  /** The resources whose rights it inherits, the nearest first. */
  readonly above: readonly ResourceRef[]
  readonly now: number
}

function isSame(a: ResourceRef, b: ResourceRef): boolean {
  return a.type === b.type && a.name === b.name
}

function isValid({ expires }: Grant, now: number): boolean {
  return expires === null || now < expires
}

/** The resources whose rights a resource inherits, the nearest first: its category, and the tenant. */
export function listParentResources(
  catalog: Catalog,
  resource: ResourceRef,
): readonly ResourceRef[] {
  if (resource.type === 'TENANT') return []
  const category = findResourceCategory(catalog, resource)
  const tenant: ResourceRef = toTenantResource(catalog.workspace.tenant)
  return category === undefined ? [tenant] : [{ type: 'CATEGORY', name: category.id }, tenant]
}

/** The tenant as a resource. A right to it is a right to everything in it. */
export function toTenantResource(tenant: string): ResourceRef {
  return { type: 'TENANT', name: tenant }
}

/** The display name of a resource; null for a category that nothing names. */
export function findDisplayName(catalog: Catalog, resource: ResourceRef): string | null {
  if (resource.type !== 'CATEGORY') return resource.name
  const { categories, metrics, dimensions } = catalog.workspace
  const listed = categories.find(({ id }) => id === resource.name)
  if (listed !== undefined) return listed.name
  const filed = [...metrics, ...dimensions].find(({ category }) => category.id === resource.name)
  return filed?.category.name ?? null
}

function findResourceCategory(
  catalog: Catalog,
  { type, name }: ResourceRef,
): CategoryRef | undefined {
  if (type === 'METRIC') return catalog.metrics.byName(name)?.category
  if (type === 'DIMENSION') return catalog.dimensions.byName(name)?.category
  return undefined
}

/** A plan of any kind as a resource that rights are given to. */
export function toPlanResource({ name }: Pick<PlanDefinition, 'name'>): ResourceRef {
  return { type: 'RESULT_PLAN', name }
}

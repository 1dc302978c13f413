import type { Catalog, ResourceRef } from '@tributary/catalog'
import { forbiddenError } from '../model/errors.ts'
import {
  type Action,
  allows,
  type Caller,
  type Grant,
  listParentResources,
  listRightEntries,
  type RightEntry,
  ROLES,
  toTenantResource,
} from '../model/rights.ts'

/** The rights of one caller at one moment. */
export interface Access {
  /** Whether the caller may use everything in the tenant, so that nothing has to be left out. */
  readonly usesEverything: boolean
  /** A key that is equal for callers of a tenant with equal rights at this moment. */
  readonly rights: string
  /** Whether the caller may do the action with the resource. */
  may(action: Action, resource: ResourceRef): boolean
  /**
   * Throws `ACCESS_FORBIDDEN` when the caller may not. `given` is the id, code or name in the request; the message
   * repeats it, so that it does not reveal another name of the resource.
   */
  require(action: Action, resource: ResourceRef, requestedName?: string): void
  /** The strongest right of the caller to a resource, of equal ones the most direct; null for none. */
  entry(resource: ResourceRef): RightEntry | null
}

/** The rights of a caller in a tenant with the definitions of `catalog`. */
export function createAccess(catalog: Catalog, caller: Caller, now: Date): Access {
  const tenant = toTenantResource(caller.tenant)
  const grants = filterValidGrants(caller, tenant, now.valueOf())
  const entries = (resource: ResourceRef): readonly RightEntry[] =>
    listRightEntries(grants, {
      resource,
      above: listParentResources(catalog, resource),
      now: now.valueOf(),
    })
  const may = (action: Action, resource: ResourceRef): boolean =>
    entries(resource).some(({ role }) => allows(role, action))
  return {
    rights: JSON.stringify(
      grants.map(({ role, resource }) => [role, resource.type, resource.name]),
    ),
    usesEverything: may('USE', tenant),
    may,
    require(action, resource, requestedName = resource.name) {
      if (may(action, resource)) return
      throw forbiddenError(describeAction(action, { type: resource.type, name: requestedName }))
    },
    entry(resource) {
      const matchingEntries = entries(resource)
      const role = ROLES.find((candidate) =>
        matchingEntries.some((entry) => entry.role === candidate),
      )
      return matchingEntries.find((entry) => entry.role === role) ?? null
    },
  }
}

function filterValidGrants(
  { role, grants }: Caller,
  tenant: ResourceRef,
  now: number,
): readonly Grant[] {
  const grantFields = { resource: tenant, expires: null, granted: null }
  const all = role === null ? grants : [...grants, { role, ...grantFields }]
  return all.filter(({ expires }) => expires === null || now < expires)
}

function describeAction(action: Action, { type, name }: ResourceRef): string {
  const verb = action === 'AUTH' ? 'give rights to' : action.toLowerCase()
  return `${verb} the ${type.toLowerCase().replaceAll('_', ' ')} "${name}"`
}

/** Throws `ACCESS_FORBIDDEN` for a caller whose role does not allow managing the tenant; `what` completes "may not …". */
export function requireManager(caller: Caller, what: string): void {
  if (caller.role === null || !allows(caller.role, 'EDIT')) throw forbiddenError(what)
}

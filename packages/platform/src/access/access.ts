import type { Catalog } from '@tributary/catalog'
import type { ResourceRef } from '@tributary/catalog/internal'
import { forbiddenError } from '../model/errors.ts'
import {
  type Action,
  allows,
  type Caller,
  type Entry,
  entriesOf,
  type Grant,
  ROLES,
  resourcesAbove,
  tenantResource,
} from '../model/rights.ts'

/** What one caller may do, at one moment. */
export interface Access {
  /** Whether the caller may use everything of the tenant: then nothing has to be left out. */
  readonly usesEverything: boolean
  /** The same text for callers of a tenant who may do the same at this moment. */
  readonly rights: string
  /** Whether the caller may do that with the resource. */
  may(action: Action, resource: ResourceRef): boolean
  /**
   * Throws `ACCESS_FORBIDDEN` when the caller may not. `given` is what the caller called the resource, where that may
   * be an id or a code: he is told no more than he said, so not its name.
   */
  require(action: Action, resource: ResourceRef, given?: string): void
  /** The caller's own right to a resource: the strongest, of equal ones the nearest; null for none. */
  entry(resource: ResourceRef): Entry | null
}

/** What a caller may do in a tenant whose definitions are `catalog`. */
export function accessOf(catalog: Catalog, caller: Caller, now: Date): Access {
  const tenant = tenantResource(caller.tenant)
  const grants = validGrants(caller, tenant, now.valueOf())
  const entries = (resource: ResourceRef): readonly Entry[] =>
    entriesOf(grants, {
      resource,
      above: resourcesAbove(catalog, resource),
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
    require(action, resource, given = resource.name) {
      if (may(action, resource)) return
      throw forbiddenError(inWords(action, { type: resource.type, name: given }))
    },
    entry(resource) {
      const found = entries(resource)
      const role = ROLES.find((one) => found.some((entry) => entry.role === one))
      return found.find((entry) => entry.role === role) ?? null
    },
  }
}

function validGrants({ role, grants }: Caller, tenant: ResourceRef, now: number): readonly Grant[] {
  const whole = { resource: tenant, expires: null, granted: null }
  const all = role === null ? grants : [...grants, { role, ...whole }]
  return all.filter(({ expires }) => expires === null || now < expires)
}

function inWords(action: Action, { type, name }: ResourceRef): string {
  const verb = action === 'AUTH' ? 'give rights to' : action.toLowerCase()
  return `${verb} the ${type.toLowerCase().replaceAll('_', ' ')} "${name}"`
}

/** Rejects with `ACCESS_FORBIDDEN` a caller whose role in the tenant is not to manage it; `what` completes "may not …". */
export function requireManager(caller: Caller, what: string): void {
  if (caller.role === null || !allows(caller.role, 'EDIT')) throw forbiddenError(what)
}

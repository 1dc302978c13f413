import type { Caller } from '../access/caller.ts'
import { allows } from '../access/roles.ts'
import { forbiddenError } from '../errors.ts'

/** Rejects with `ACCESS_FORBIDDEN` a caller whose role in the tenant is not to manage it; `what` completes "may not …". */
export function requireManager(caller: Caller, what: string): void {
  if (caller.role === null || !allows(caller.role, 'EDIT')) throw forbiddenError(what)
}

import type { Place } from '../draft/place.ts'

/** Refuses a document with access rules at a place, which nothing here enforces, where they are not to be passed over. */
export function refuseAccessRules(at: Place, withoutAccessRules: boolean): void {
  if (at.isAbsent || withoutAccessRules) return
  at.fail(
    'nothing here enforces access rules; import with --without-access-rules, or grant rights in the workspace',
  )
}

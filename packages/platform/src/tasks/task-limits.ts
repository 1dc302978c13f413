/** How many instances may run at once, in all processes on a store together. */
export interface TaskLimits {
  /** Of one tenant, and so on its engine. @defaultValue 2 */
  readonly perTenant: number
  /** By resource group; one that is not named has no limit of its own. @defaultValue none */
  readonly groups: Readonly<Record<string, number>>
}

/** The limits of whoever says nothing else. */
export const USUAL_LIMITS: TaskLimits = { perTenant: 2, groups: {} }

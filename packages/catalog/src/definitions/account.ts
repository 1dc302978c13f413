import type { Role } from './grant.ts'

/** Somebody who may call the API of a tenant. */
export interface AccountDefinition {
  readonly account: string
  readonly displayName: string
  /** What the account may do with everything of the tenant; null for nothing but what grants allow. */
  readonly role: Role | null
}

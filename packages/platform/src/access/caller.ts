import type { Role } from '@tributary/catalog/internal'
import type { Grant } from './grant.ts'

/** Who asks: known, and bound to one tenant for the whole request. */
export interface Caller {
  readonly tenant: string
  readonly account: string
  readonly displayName: string
  /** What it may do with everything of the tenant; null for nothing but what its grants allow. */
  readonly role: Role | null
  /** Its rights to single resources and categories, expired ones too. */
  readonly grants: readonly Grant[]
}

/** The three headers of specification §5. */
export interface Credentials {
  readonly tenantId: string
  readonly authType: string
  readonly authValue: string
}

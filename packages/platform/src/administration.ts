import type { Workspace } from '@tributary/catalog'
import type { CredentialData, SecretKind } from './access/credentials.ts'
import type { WorkspaceDifference } from './store/workspace-difference.ts'

/**
 * What those do who run the service; it asks for no caller. Where a tenant may be left out, it is the
 * workspace's, else the only one of the store; where that is no answer, `PLATFORM_INVALID_REQUEST`.
 */
export interface Administration {
  /** The tenants that definitions were applied for, by name. */
  tenants(): Promise<readonly string[]>
  /** Opens every tenant now; else its first caller does. */
  openTenants(): Promise<void>
  /**
   * Brings a tenant's accounts, rights, groups and definitions to what the workspace says, in one
   * transaction, and gives what that changed. Requests from then on are answered with them, in other
   * processes on the same store too; what was made over the API stays. Rejects as {@link createPlatform} does, and
   * changes nothing then.
   */
  apply(workspace: Workspace): Promise<WorkspaceDifference>
  /** What {@link apply} would change now. */
  difference(workspace: Workspace): Promise<WorkspaceDifference>
  /** What was last applied for a tenant. */
  definitions(tenant?: string): Promise<Workspace>
  /**
   * Makes a secret for an account: 32 characters, shown this once. Requests give it as `auth-value` with
   * its kind as `auth-type`. It lasts until it is revoked, or the account goes.
   */
  createCredential(request: {
    readonly tenant?: string
    readonly account: string
    readonly kind: SecretKind
  }): Promise<string>
  /** The secrets of a tenant, by account, then from the oldest to the newest: never what they are. */
  credentials(tenant?: string): Promise<readonly CredentialData[]>
  /** Makes a secret worthless at once. */
  revokeCredential(request: { readonly tenant?: string; readonly id: string }): Promise<void>
}

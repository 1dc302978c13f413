import type { Workspace } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import {
  type CredentialData,
  createCredential,
  listCredentials,
  revokeCredential,
  type SecretKind,
} from '../../access/credentials.ts'
import { invalidRequestError } from '../../model/errors.ts'
import { compareWorkspace } from '../../store/apply-workspace.ts'
import type { Store } from '../../store/open-store.ts'
import { readStoredWorkspace, readTenantVersions } from '../../store/read-definitions.ts'
import type { WorkspaceDifference } from '../../store/workspace-rows.ts'
import type { Tenants } from '../../tenant/tenants.ts'

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
  /** Revokes a secret with immediate effect. */
  revokeCredential(request: { readonly tenant?: string; readonly id: string }): Promise<void>
}

interface AdministrationDeps {
  readonly store: Store
  readonly clock: Clock
  readonly tenants: Tenants
  /** Throws when the platform is closed. */
  readonly assertOpen: () => void
  /** The tenant that is meant where none is named. */
  readonly usual: string | undefined
}

/** Administration of a store, and of the tenants that are open on it. */
export function createAdministration(administered: AdministrationDeps): Administration {
  const { store, clock, tenants, assertOpen } = administered
  const open = async (): Promise<Store> => {
    assertOpen()
    return store
  }
  const named = (tenant: string | undefined): Promise<string> => meant(administered, tenant)
  return {
    tenants: async () => (await readTenantVersions(await open())).map(({ tenant }) => tenant),
    openTenants: async () => {
      for (const { tenant, version } of await readTenantVersions(await open())) {
        await tenants.ensure(tenant, version)
      }
    },
    apply: async (workspace) => {
      assertOpen()
      return tenants.apply(workspace, { check: 'CHANGED' })
    },
    difference: async (workspace) => compareWorkspace(await open(), workspace),
    definitions: async (tenant) => {
      const name = await named(tenant)
      const stored = await readStoredWorkspace(store, name)
      if (stored === null) throw nothingApplied(name)
      return stored.workspace
    },
    createCredential: async ({ tenant, account, kind }) =>
      createCredential(store, clock, { tenant: await named(tenant), account, kind }),
    credentials: async (tenant) => listCredentials(store, await named(tenant)),
    revokeCredential: async ({ tenant, id }) =>
      revokeCredential(store, { tenant: await named(tenant), id }),
  }
}

async function meant(
  { store, assertOpen, usual }: AdministrationDeps,
  tenant: string | undefined,
): Promise<string> {
  assertOpen()
  const asked = tenant ?? usual
  const all = (await readTenantVersions(store)).map((one) => one.tenant)
  if (asked !== undefined) {
    if (all.includes(asked)) return asked
    throw nothingApplied(asked)
  }
  const [only] = all
  if (only !== undefined && all.length === 1) return only
  throw only === undefined
    ? nothingApplied(null)
    : invalidRequestError('tenant', `Say which tenant is meant; there are ${all.join(', ')}.`)
}

function nothingApplied(tenant: string | null): ReturnType<typeof invalidRequestError> {
  const of = tenant === null ? 'in this store' : `for the tenant "${tenant}"`
  return invalidRequestError('tenant', `Nothing was applied ${of} yet: apply a workspace first.`)
}

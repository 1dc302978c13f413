import type { Workspace } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import {
  type CredentialData,
  createCredential,
  listCredentials,
  type NewCredential,
  revokeCredential,
} from '../access/credentials.ts'
import { invalidRequestError } from '../model/errors.ts'
import { compareWorkspace } from '../store/definitions/apply-workspace.ts'
import { readStoredWorkspace, readTenantVersions } from '../store/definitions/read-definitions.ts'
import type { WorkspaceDifference } from '../store/definitions/workspace-rows.ts'
import type { Store } from '../store/schema.ts'
import type { Tenants } from '../tenant/open/tenants.ts'

/**
 * Operations of the operator of the service; they need no caller. A tenant that is left out is that of the workspace,
 * else the only one of the store; when the store has several, they reject with `PLATFORM_INVALID_REQUEST`.
 */
export interface Administration {
  /** The names of the tenants to which definitions were applied, in order. */
  tenants(): Promise<readonly string[]>
  /** Opens every tenant now; otherwise each is opened at its first request. */
  openTenants(): Promise<void>
  /**
   * Replaces a tenant's accounts, rights, groups and definitions by those of the workspace, in one transaction, and gives
   * the differences. Later requests use the new definitions, also in other processes on the same store. Keeps what was
   * created over the API. Rejects as {@link createPlatform} does, and then changes nothing.
   */
  apply(workspace: Workspace): Promise<WorkspaceDifference>
  /** The changes that {@link apply} would make now. */
  difference(workspace: Workspace): Promise<WorkspaceDifference>
  /** The workspace that was last applied to a tenant. */
  definitions(tenant?: string): Promise<Workspace>
  /**
   * Creates a secret for an account and gives it: 32 characters, of which only a hash is kept. Requests send it as
   * `auth-value`, with its kind as `auth-type`. It is valid until it expires or is revoked, or the account is removed.
   */
  createCredential(request: NewCredential & { readonly tenant?: string }): Promise<string>
  /** The credentials of a tenant without their secrets, by account, then from the oldest to the newest. */
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
  /** The tenant that is used when none is given. */
  readonly usual: string | undefined
}

/** Administration of a store, and of the tenants that are open on it. */
export function createAdministration(administered: AdministrationDeps): Administration {
  const { store, clock, tenants, assertOpen } = administered
  const open = async (): Promise<Store> => {
    assertOpen()
    return store
  }
  const named = (tenant: string | undefined): Promise<string> =>
    resolveTenantName(administered, tenant)
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
      if (stored === null) throw createNothingAppliedError(name)
      return stored.workspace
    },
    createCredential: async ({ tenant, ...credential }) =>
      createCredential(store, clock, { ...credential, tenant: await named(tenant) }),
    credentials: async (tenant) => listCredentials(store, await named(tenant)),
    revokeCredential: async ({ tenant, id }) =>
      revokeCredential(store, { tenant: await named(tenant), id }),
  }
}

async function resolveTenantName(
  { store, assertOpen, usual }: AdministrationDeps,
  tenant: string | undefined,
): Promise<string> {
  assertOpen()
  const tenantName = tenant ?? usual
  const all = (await readTenantVersions(store)).map((row) => row.tenant)
  if (tenantName !== undefined) {
    if (all.includes(tenantName)) return tenantName
    throw createNothingAppliedError(tenantName)
  }
  const [only] = all
  if (only !== undefined && all.length === 1) return only
  throw only === undefined
    ? createNothingAppliedError(null)
    : invalidRequestError('tenant', `Say which tenant is meant; there are ${all.join(', ')}.`)
}

function createNothingAppliedError(tenant: string | null): ReturnType<typeof invalidRequestError> {
  const of = tenant === null ? 'in this store' : `for the tenant "${tenant}"`
  return invalidRequestError('tenant', `Nothing was applied ${of} yet: apply a workspace first.`)
}

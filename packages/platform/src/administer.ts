import type { Clock } from '@tributary/core'
import { createCredential, listCredentials, revokeCredential } from './access/credentials.ts'
import type { Administration } from './administration.ts'
import { invalidRequestError } from './errors.ts'
import { compareWorkspace } from './store/apply-workspace.ts'
import type { Store } from './store/open-store.ts'
import { readStoredWorkspace, readTenants } from './store/read-definitions.ts'
import type { Tenants } from './tenants.ts'

/** What administration works on. */
export interface Administered {
  readonly store: Store
  readonly clock: Clock
  readonly tenants: Tenants
  /** Throws when the platform is closed. */
  readonly assertOpen: () => void
  /** The tenant that is meant where none is named. */
  readonly usual: string | undefined
}

/** Administration of a store, and of the tenants that are open on it. */
export function administer(administered: Administered): Administration {
  const { store, clock, tenants, assertOpen } = administered
  const open = async (): Promise<Store> => {
    assertOpen()
    return store
  }
  const named = (tenant: string | undefined): Promise<string> => meant(administered, tenant)
  return {
    tenants: async () => readTenants(await open()),
    openTenants: async () => {
      for (const tenant of await readTenants(await open())) await tenants.ensure(tenant, 1)
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
  { store, assertOpen, usual }: Administered,
  tenant: string | undefined,
): Promise<string> {
  assertOpen()
  const asked = tenant ?? usual
  const all = await readTenants(store)
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

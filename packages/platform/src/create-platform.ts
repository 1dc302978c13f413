import { loadWorkspace } from '@tributary/catalog'
import { systemClock } from '@tributary/core'
import { authenticate } from './access/authenticate.ts'
import type { Caller } from './access/caller.ts'
import { createCredential } from './access/credentials.ts'
import { closedError, unauthenticatedError } from './errors.ts'
import { openTenant } from './open-tenant.ts'
import type { PlatformOptions } from './options.ts'
import type { Platform } from './platform.ts'
import { allLineage } from './services/all-lineage.ts'
import { answerLineage } from './services/answer-lineage.ts'
import { comparePeers } from './services/compare-peers.ts'
import { compareTimes } from './services/compare-times.ts'
import { datasetDetail } from './services/dataset-detail.ts'
import { dimensionDetail } from './services/dimension-detail.ts'
import { dimensionsOfMetrics } from './services/dimensions-of-metrics.ts'
import { vertexLineage } from './services/vertex-lineage.ts'
import { openStore } from './store/open-store.ts'
import type { Tenant } from './tenant.ts'

/**
 * Opens a workspace on the embedded engine and the embedded store, and gives the services over it. Rejects
 * when the workspace has mistakes (all of them at once), when a file is not what its dataset says, or when
 * the store cannot be opened; nothing stays open then. Close what it gives when done.
 *
 * @example
 * const platform = await createPlatform({ workspace: 'examples/flights', trustIdentityHeaders: true })
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { clock = systemClock, onProgress = () => {}, trustIdentityHeaders = false } = options
  const workspace =
    typeof options.workspace === 'string'
      ? await loadWorkspace(options.workspace)
      : options.workspace
  const store = await openStore(options.data)
  const tenant = await openTenant(workspace, {
    store,
    clock,
    maxRows: options.maxRows,
    onProgress,
  }).catch(async (error: unknown) => {
    await store.destroy()
    throw error
  })

  let closed = false
  const assertOpen = (): void => {
    if (closed) throw closedError()
  }
  /** The tenant of a caller; callers are made by `authenticate`, which knows only this tenant's accounts. */
  const tenantOf = (caller: Caller): Tenant => {
    assertOpen()
    if (caller.tenant !== workspace.tenant) throw unauthenticatedError()
    return tenant
  }

  return {
    authenticate: async (credentials) => {
      assertOpen()
      return authenticate(store, credentials, trustIdentityHeaders)
    },
    createCredential: async (request) => {
      assertOpen()
      return createCredential(store, clock, { ...request, tenant: workspace.tenant })
    },
    compareTimes: async (caller, request, call) => compareTimes(tenantOf(caller), request, call),
    comparePeers: async (caller, request, call) => comparePeers(tenantOf(caller), request, call),
    allLineage: (caller) => allLineage(tenantOf(caller)),
    vertexLineage: (caller, query) => vertexLineage(tenantOf(caller), query),
    lineage: (caller) => answerLineage(tenantOf(caller)),
    dimensionDetail: (caller, name, { by } = {}) => dimensionDetail(tenantOf(caller), name, by),
    dimensionsOfMetrics: (caller, names) => dimensionsOfMetrics(tenantOf(caller), names),
    datasetDetail: async (caller, name) => datasetDetail(tenantOf(caller), caller, name),
    close: async () => {
      if (closed) return
      closed = true
      await tenant.engine.close()
      await store.destroy()
    },
  }
}

import { createCatalog, lineageOf, type Workspace } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import { createLineageGraph, type LineageGraph, reconcileSource } from '@tributary/lineage'
import { createSqlSource, duckdbDialect } from '@tributary/sql'
import { openEngine } from './open-engine.ts'
import { applyWorkspace } from './store/apply-workspace.ts'
import type { Store } from './store/open-store.ts'
import type { Tenant } from './tenant.ts'

/** What a tenant is opened with. */
export interface TenantOptions {
  readonly store: Store
  readonly clock: Clock
  readonly maxRows: number | undefined
  readonly onProgress: (step: string) => void
}

/** Opens the tenant of a workspace: first its engine, so that a store never holds definitions that cannot work. */
export async function openTenant(
  workspace: Workspace,
  { store, clock, maxRows, onProgress }: TenantOptions,
): Promise<Tenant> {
  const catalog = createCatalog(workspace)
  const engine = await openEngine(workspace, onProgress)
  await applyWorkspace(store, workspace, clock)
  return {
    catalog,
    lineage: lineageGraphOf(catalog),
    engine,
    source: createSqlSource({ driver: engine, dialect: duckdbDialect }),
    store,
    clock,
    maxRows,
  }
}

function lineageGraphOf(catalog: Tenant['catalog']): LineageGraph {
  const graph = createLineageGraph()
  reconcileSource(graph, 'catalog', lineageOf(catalog))
  return graph
}

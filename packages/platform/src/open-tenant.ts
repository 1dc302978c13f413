import { createCatalog, type Workspace } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import type { LineageGraphOptions } from '@tributary/lineage'
import { createShownLineages } from './access/shown-lineages.ts'
import { followCatalog, keepLineage, type LineageKeeper } from './services/lineage-keeper.ts'
import { keepViewsInLineage } from './services/views-in-lineage.ts'
import { lineageJournalsIn } from './store/lineage-journal.ts'
import { readLineageVersion, writeLineageVersion } from './store/lineage-version.ts'
import { readViews } from './store/metric-views.ts'
import type { Store } from './store/open-store.ts'
import { createWrite } from './store/write-queue.ts'
import type { Tenant } from './tenant.ts'
import type { EngineSurroundings, TenantEngine } from './tenant-engine.ts'

/** What every tenant of a platform is opened with. */
export interface TenantSurroundings extends EngineSurroundings {
  readonly store: Store
  readonly clock: Clock
  readonly maxRows: number | undefined
  readonly lineageLimits: LineageGraphOptions
}

/** What a tenant is opened from. */
export interface TenantParts {
  readonly workspace: Workspace
  /** Of the definitions in the store. */
  readonly version: number
  readonly engine: TenantEngine
  /** The lineage as this process keeps it already; else it is read from the journal. */
  readonly keeper?: LineageKeeper
  /** Whether the lineage is held against the definitions even where it was brought to this version before. */
  readonly checksLineage: boolean
}

/** Opens the tenant of definitions that stand in the store, and brings its lineage to what they say. */
export async function openTenant(parts: TenantParts, around: TenantSurroundings): Promise<Tenant> {
  const { workspace, version, engine } = parts
  const { store, clock, maxRows } = around
  const { tenant } = workspace
  const catalog = createCatalog(workspace)
  const write = createWrite(store, tenant)
  const lineageKeeper = await lineageFor(parts, around, { catalog, write })
  return {
    catalog,
    version,
    lineage: lineageKeeper.graph,
    lineageKeeper,
    shownLineages: createShownLineages(lineageKeeper.graph),
    engine: engine.engine,
    sources: engine.sources,
    source: engine.source,
    store,
    write,
    clock,
    maxRows,
  }
}

/**
 * The lineage of the definitions and views. To work it out from a hundred thousand definitions takes its time, so it is done
 * when they are other ones than those that the lineage was last brought to.
 */
async function lineageFor(
  { workspace: { tenant }, version, keeper, checksLineage }: TenantParts,
  { store, clock, lineageLimits }: TenantSurroundings,
  { catalog, write }: Pick<Tenant, 'catalog' | 'write'>,
): Promise<LineageKeeper> {
  const isOld = checksLineage || (await readLineageVersion(store, tenant)) !== version
  const journals = lineageJournalsIn(store, tenant, write)
  const made =
    keeper ??
    (await keepLineage({
      journals,
      catalog: isOld ? catalog : null,
      clock,
      limits: lineageLimits,
    }))
  if (keeper !== undefined && isOld) await followCatalog(keeper, catalog)
  const views = await readViews(store, tenant)
  const isMissing = views.some(
    ({ name }) => made.graph.vertex({ vertexType: 'ANALYSIS_VIEW', vertexId: name }) === undefined,
  )
  if (isOld || isMissing) await keepViewsInLineage(made, catalog, views)
  if (isOld) await writeLineageVersion(write, tenant, version)
  return made
}

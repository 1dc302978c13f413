import type { Catalog, Workspace } from '@tributary/catalog'
import { catalogInSlices } from '@tributary/catalog/internal'
import type { Clock } from '@tributary/core'
import { runInSlices } from '@tributary/core/internal'
import type { LineageGraphOptions } from '@tributary/lineage'
import {
  followCatalog,
  openLineageRepository,
  type PreviousDefinitions,
} from '../../lineage/lineage-repository.ts'
import { reconcileViews } from '../../lineage/reconcile-views.ts'
import { createVisibleLineages } from '../../lineage/visible-lineage.ts'
import type { QuestionLimits } from '../../model/limits.ts'
import type { TaskQueue } from '../../queue/queues.ts'
import { createWrite } from '../../store/database/write-queue.ts'
import { readViews } from '../../store/definitions/metric-views.ts'
import {
  createLineageJournals,
  readLineageVersion,
  writeLineageVersion,
} from '../../store/lineage/lineage-journal.ts'
import { createLineageSnapshots } from '../../store/lineage/lineage-snapshot.ts'
import type { Store } from '../../store/schema.ts'
import { withEngineTables } from '../../tables/engines/engine-tables.ts'
import { createPlanRoutes, createRoutedSource } from '../../tables/route/routed-source.ts'
import type { TableStores } from '../../tables/stores/table-stores.ts'
import { createSearchIndexes, type SearchIndexes } from '../search/search-indexes.ts'
import type { Tenant } from '../tenant.ts'
import { createVisibleCatalogs } from '../visibility/visible-catalogs.ts'
import { limitGroups } from './limit-groups.ts'
import type { EngineDeps, TenantEngine } from './open-engine.ts'

/** The parts of a platform that its tenants share. */
export interface TenantDeps extends EngineDeps {
  readonly store: Store
  readonly clock: Clock
  readonly maxRows: number | undefined
  readonly questionLimits: QuestionLimits
  readonly lineageLimits: LineageGraphOptions
  readonly tasks: TaskQueue
  readonly tables: TableStores
}

/** The parts from which a tenant is opened. */
export interface TenantParts {
  readonly workspace: Workspace
  /** Of the definitions in the store. */
  readonly version: number
  readonly engine: TenantEngine
  /** The catalog of the workspace, where it is made already. */
  readonly catalog?: Catalog
  /** The tenant with the definitions before, whose lineage goes on; else the lineage is read from the journal. */
  readonly opened?: Tenant | undefined
  /** Those of the catalog, where they are made already. */
  readonly searchIndexes?: SearchIndexes | undefined
}

/** Opens the tenant of definitions in the store; {@link settleLineage} updates its lineage to them. */
export async function openTenant(
  { workspace, version, engine, opened, catalog: preparedCatalog, searchIndexes }: TenantParts,
  {
    store,
    clock,
    maxRows,
    questionLimits,
    lineageLimits: limits,
    tasks,
    tables,
    memory,
  }: TenantDeps,
): Promise<Tenant> {
  const { tenant } = workspace
  const write = createWrite(store, tenant)
  const journals = createLineageJournals(store, tenant, write)
  const snapshots = createLineageSnapshots(store, tenant, write)
  const lineageRepository =
    opened?.lineageRepository ??
    (await openLineageRepository({ journals, snapshots, catalog: null, clock, limits }))
  const catalog = preparedCatalog ?? (await runInSlices(catalogInSlices(workspace)))
  const { findEngine } = engine.sources
  const home = withEngineTables(tables.get(workspace), { catalog, findEngine })
  const source = createRoutedSource(engine.source, {
    tables: home,
    memory,
    owner: tenant,
    plans: createPlanRoutes(catalog),
    findFile: engine.sources.findFile,
    versionOf: engine.sources.versionOf,
    timeZone: workspace.timeZone,
  })
  return {
    catalog,
    version,
    lineage: lineageRepository.graph,
    lineageRepository,
    visibleCatalogs: createVisibleCatalogs(catalog),
    visibleLineages: createVisibleLineages(lineageRepository.graph),
    searchIndexes:
      searchIndexes ?? createSearchIndexes(catalog, { store, graph: lineageRepository.graph }),
    engine: engine.engine,
    sources: engine.sources,
    source: limitGroups(source, questionLimits.groups),
    sourceVisibleTo: (mayName) => limitGroups(source.visibleTo(mayName), questionLimits.groups),
    store,
    write,
    tasks,
    tables: home,
    clock,
    maxRows,
    questionLimits,
  }
}

/** Which part of a lineage is compared with the definitions. */
export interface LineageUpdate {
  /** Whether everything is compared, whatever version the store has. */
  readonly comparesAll: boolean
  /** The definitions before, when these changes alone lead to the current ones. */
  readonly before?: PreviousDefinitions & { readonly version: number }
}

/**
 * Brings the lineage of a tenant up to date with its definitions and views. It is compared with all definitions only when
 * their version differs from that of the last update, or with `comparesAll`; and only for the changes of `before` when the
 * last update was at that version.
 */
export async function settleLineage(
  { catalog, version, lineage, lineageRepository, store, write }: Tenant,
  { comparesAll, before }: LineageUpdate,
): Promise<void> {
  const { tenant } = catalog.workspace
  const lineageVersion = await readLineageVersion(store, tenant)
  const isOld = comparesAll || lineageVersion !== version
  // Lineage that another process has made from the same definitions is in the journal.
  if (isOld) {
    const isKnown = !comparesAll && before?.version === lineageVersion
    await followCatalog(lineageRepository, catalog, isKnown ? before : null)
  } else await lineageRepository.catchUp(Number.MAX_SAFE_INTEGER)
  const views = await readViews(store, tenant)
  const isMissing = views.some(
    ({ name }) => lineage.vertex({ vertexType: 'ANALYSIS_VIEW', vertexId: name }) === undefined,
  )
  if (isOld || isMissing) await reconcileViews(lineageRepository, catalog, views)
  if (isOld) await writeLineageVersion(write, tenant, version)
  await lineageRepository.settle()
}

import type { Catalog, Workspace } from '@tributary/catalog'
import { catalogInSlices } from '@tributary/catalog/internal'
import type { Clock } from '@tributary/core'
import { runInSlices } from '@tributary/core/internal'
import type { LineageGraphOptions } from '@tributary/lineage'
import {
  type DefinitionsBefore,
  followCatalog,
  openLineageRepository,
} from '../lineage/lineage-repository.ts'
import { createShownLineages } from '../lineage/shown-lineage.ts'
import { reconcileViews } from '../lineage/views-in-lineage.ts'
import type { QuestionLimits } from '../model/limits.ts'
import type { TaskQueue } from '../queue/queues.ts'
import {
  lineageJournalsIn,
  lineageSnapshotsIn,
  readLineageVersion,
  writeLineageVersion,
} from '../store/lineage.ts'
import { readViews } from '../store/metric-views.ts'
import type { Store } from '../store/open-store.ts'
import { createWrite } from '../store/write-queue.ts'
import { withEngineTables } from '../tables/engine-tables.ts'
import { plansToRoute, routedSource } from '../tables/routed-source.ts'
import type { TableStores } from '../tables/table-stores.ts'
import { limitedSource } from './limited-source.ts'
import { createSearchIndexes, type SearchIndexes } from './search-indexes.ts'
import { createShownCatalogs } from './shown-catalogs.ts'
import type { Tenant } from './tenant.ts'
import type { EngineDeps, TenantEngine } from './tenant-engine.ts'

/** What opening a tenant uses; the same for all tenants of a platform. */
export interface TenantDeps extends EngineDeps {
  readonly store: Store
  readonly clock: Clock
  readonly maxRows: number | undefined
  readonly questionLimits: QuestionLimits
  readonly lineageLimits: LineageGraphOptions
  readonly tasks: TaskQueue
  readonly tables: TableStores
}

/** What a tenant is opened from. */
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

/** Opens the tenant of definitions that stand in the store; {@link settleLineage} brings its lineage to what they say. */
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
  const journals = lineageJournalsIn(store, tenant, write)
  const snapshots = lineageSnapshotsIn(store, tenant, write)
  const lineageRepository =
    opened?.lineageRepository ??
    (await openLineageRepository({ journals, snapshots, catalog: null, clock, limits }))
  const catalog = preparedCatalog ?? (await runInSlices(catalogInSlices(workspace)))
  const { engineOf } = engine.sources
  const home = withEngineTables(tables.of(workspace), { catalog, engineOf })
  const source = routedSource(engine.source, {
    tables: home,
    memory,
    owner: tenant,
    plans: plansToRoute(catalog),
    fileOf: engine.sources.fileOf,
    versionOf: engine.sources.versionOf,
    timeZone: workspace.timeZone,
  })
  return {
    catalog,
    version,
    lineage: lineageRepository.graph,
    lineageRepository,
    shownCatalogs: createShownCatalogs(catalog),
    shownLineages: createShownLineages(lineageRepository.graph),
    searchIndexes:
      searchIndexes ?? createSearchIndexes(catalog, { store, graph: lineageRepository.graph }),
    engine: engine.engine,
    sources: engine.sources,
    source: limitedSource(source, questionLimits.groups),
    sourceShownTo: (mayName) => limitedSource(source.shownTo(mayName), questionLimits.groups),
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
  readonly before?: DefinitionsBefore & { readonly version: number }
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
  const broughtTo = await readLineageVersion(store, tenant)
  const isOld = comparesAll || broughtTo !== version
  // What another process has made of the same definitions is in the journal.
  if (isOld) {
    const isKnown = !comparesAll && before?.version === broughtTo
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

import type { AggregateSource } from '@tributary/attribution'
import type { Catalog } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import type { LineageGraph } from '@tributary/lineage'
import type { DuckDb } from '@tributary/sql'
import type { LineageRepository } from '../lineage/lineage-repository.ts'
import type { VisibleLineages } from '../lineage/visible-lineage.ts'
import type { QuestionLimits } from '../model/limits.ts'
import type { TaskQueue } from '../queue/queues.ts'
import type { TenantSources } from '../sources/tenant-sources.ts'
import type { Write } from '../store/database/write-queue.ts'
import type { Store } from '../store/schema.ts'
import type { MaterialTables } from '../tables/material-tables.ts'
import type { RoutedSource } from '../tables/route/routed-source.ts'
import type { SearchIndexes } from './search/search-indexes.ts'
import type { VisibleCatalogs } from './visibility/visible-catalogs.ts'

/** Everything that one tenant's requests are answered from; nothing in it is shared with another tenant but the store. */
export interface Tenant {
  readonly catalog: Catalog
  /** The version of the definitions; it changes when others are applied. */
  readonly version: number
  readonly lineage: LineageGraph
  readonly lineageRepository: LineageRepository
  readonly visibleCatalogs: VisibleCatalogs
  readonly visibleLineages: VisibleLineages
  readonly searchIndexes: SearchIndexes
  readonly engine: DuckDb
  readonly sources: TenantSources
  readonly source: AggregateSource
  /** The source for a caller without the right to all plans. */
  readonly sourceVisibleTo: RoutedSource['visibleTo']
  /** To read from; every query names the tenant. */
  readonly store: Store
  /** The only way to write the tenant's rows. */
  readonly write: Write
  /** The tasks of all tenants; every call names this one. */
  readonly tasks: TaskQueue
  /** The tables of its plans; they stay when its definitions become others. */
  readonly tables: MaterialTables
  readonly clock: Clock
  readonly maxRows: number | undefined
  readonly questionLimits: QuestionLimits
}

import type { AggregateSource } from '@tributary/attribution'
import { type Catalog, type DatasetDefinition, datasetTable } from '@tributary/catalog'
import type { Clock } from '@tributary/core'
import type { LineageGraph } from '@tributary/lineage'
import type { DuckDb } from '@tributary/sql'
import type { Store } from './store/open-store.ts'

/** Everything that one tenant's requests are answered from; nothing in it is shared with another tenant but the store. */
export interface Tenant {
  readonly catalog: Catalog
  readonly lineage: LineageGraph
  readonly engine: DuckDb
  readonly source: AggregateSource
  readonly store: Store
  readonly clock: Clock
  readonly maxRows: number | undefined
}

/** Whether the rows of a dataset can be read at this moment. */
export async function isReadable({ engine }: Tenant, dataset: DatasetDefinition): Promise<boolean> {
  return engine.columnsOf(datasetTable(dataset)).then(
    () => true,
    () => false,
  )
}

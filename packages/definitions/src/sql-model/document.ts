import type { FoundTable } from '../draft/tables.ts'
import { makeDatasets } from './datasets.ts'
import { makeMetrics } from './metrics.ts'
import type { SqlDataset, SqlModel, SqlModelDocument } from './sql-model.ts'

/** A model as a document whose tables are to be found. */
export function toModelDocument(model: SqlModel): SqlModelDocument {
  const datasets = [...model.datasets.values()].flatMap((dataset) =>
    dataset.table === null ? [] : [{ one: dataset, table: dataset.table }],
  )
  return {
    dialect: model.dialect,
    tables: datasets.map(({ table }) => table),
    fill(draft, _, resolvedTables) {
      const tables = new Map<SqlDataset, FoundTable>()
      resolvedTables.forEach((table, i) => {
        if (table !== null) tables.set(datasets[i]!.one, table)
      })
      const source = { model, tables, draft }
      makeMetrics(source, makeDatasets(source))
    },
  }
}

import type { FoundTable } from '../draft/tables.ts'
import { makeDatasets } from './datasets.ts'
import { makeMetrics } from './metrics.ts'
import type { SqlDataset, SqlModel, SqlModelDocument } from './sql-model.ts'

/** A model as a document whose tables are to be found. */
export function documentOf(model: SqlModel): SqlModelDocument {
  const datasets = [...model.datasets.values()].flatMap((one) =>
    one.table === null ? [] : [{ one, table: one.table }],
  )
  return {
    dialect: model.dialect,
    tables: datasets.map(({ table }) => table),
    fill(draft, _, found) {
      const tables = new Map<SqlDataset, FoundTable>()
      found.forEach((table, i) => {
        if (table !== null) tables.set(datasets[i]!.one, table)
      })
      const source = { model, tables, draft }
      makeMetrics(source, makeDatasets(source))
    },
  }
}

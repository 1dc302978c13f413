import type { Draft } from '../draft/draft.ts'
import type { Place } from '../draft/place.ts'
import type { FoundTable, TableReference } from '../draft/tables.ts'
import type { SqlTextDialect } from '../sql-text/dialects.ts'
import { makeDatasets } from './datasets.ts'
import { dialectOf } from './dialect.ts'
import { makeMetrics } from './metrics.ts'
import { type OssieDataset, readModel } from './model.ts'

/** A model that was read; its tables are to be found before it is imported. */
export interface OssieDocument {
  readonly tables: readonly TableReference[]
  readonly dialect: SqlTextDialect
  /** Makes the definitions; `found` has what was found for each of the tables. */
  fill(draft: Draft, dialect: SqlTextDialect, found: readonly (FoundTable | null)[]): void
}

/** Whether a document looks like a file of Ossie. */
export function isOssie(value: object): boolean {
  return 'semantic_model' in value
}

/** Reads a model of Ossie. Throws `DEFINITIONS_INVALID_IMPORT` where it is none. */
export function readOssie(
  document: Place,
  {
    model: wanted,
    dialect: asked,
  }: { readonly model: string | null; readonly dialect: SqlTextDialect | null },
): OssieDocument {
  const model = readModel(document, wanted)
  const dialect = dialectOf(model, asked)
  const datasets = [...model.datasets.values()].flatMap((one) =>
    one.table === null ? [] : [{ one, table: one.table }],
  )
  return {
    dialect: dialect.dialect,
    tables: datasets.map(({ table }) => table),
    fill(draft, _, found) {
      const tables = new Map<OssieDataset, FoundTable>()
      found.forEach((table, i) => {
        if (table !== null) tables.set(datasets[i]!.one, table)
      })
      const source = { model, dialect, tables, draft }
      makeMetrics(source, makeDatasets(source))
    },
  }
}

import type { Materialisation } from '@tributary/attribution'
import { postgresqlDialect, type SqlColumn, type SqlResult } from '@tributary/sql'
import {
  type InsertTarget,
  insertRows,
  materialisedColumns,
  type RunInTransaction,
  tableStatements,
} from '@tributary/sql/internal'
import { countRows } from './count-rows.ts'
import type { PartitionSpan } from './partition-range.ts'
import type { Written } from './table-records.ts'

const say = tableStatements(postgresqlDialect)

/** Rows that were read elsewhere, and where they go. */
export interface RowsToWrite {
  readonly materialisation: Materialisation
  readonly span: PartitionSpan | null
  /** The result of the job's query. */
  readonly rows: SqlResult
  /** The table in the database, in parts. */
  readonly into: readonly string[]
  /** What the table's columns were when it was made; null when it was not. */
  readonly before: string | null
}

/** Writes rows in place of those that were there, within a transaction; otherwise as `writeRows`. */
export async function writeRowsTo(
  run: RunInTransaction,
  { materialisation, span, rows, into, before }: RowsToWrite,
): Promise<Written & { readonly isNew: boolean }> {
  const columns = columnTypes(materialisation, rows)
  const layout = JSON.stringify(columns.map(({ name: column, type }) => [column, type]))
  const isNew = layout !== before
  if (isNew) {
    await run(say.drop(into))
    await run(say.create(into, columns))
  } else {
    const { partition } = materialisation
    await run(say.deletePartitions(into, { partition, range: span?.moments ?? null }))
  }
  await insertRows(run, { table: into, columns }, rows)
  const counted = { table: into, span, dialect: postgresqlDialect }
  const partitions = await countRows(run, materialisation, counted)
  return { layout, isNew, partitions }
}

const TYPES: Readonly<Record<SqlColumn['kind'], string>> = {
  text: 'text',
  boolean: 'boolean',
  double: 'double precision',
  exact: 'numeric',
  date: 'date',
  timestamp: 'timestamp',
}

/** Whole numbers have room for every digit, but counts are short. */
function columnTypes(materialisation: Materialisation, rows: SqlResult): InsertTarget['columns'] {
  const counts = new Set([
    materialisation.rowCount,
    ...materialisation.leaves
      .filter(({ leaf }) => leaf.aggregate === 'COUNT' || leaf.aggregate === 'COUNT_DISTINCT')
      .map(({ column }) => column),
  ])
  return materialisedColumns(materialisation).map((name, i) => {
    return { name, type: counts.has(name) ? 'bigint' : TYPES[rows.columns[i]!.kind] }
  })
}

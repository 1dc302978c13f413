import type { Materialisation } from '@tributary/attribution/internal'
import {
  duckdbDialect,
  postgresqlDialect,
  type SqlColumn,
  type SqlResult,
  toStatement,
} from '@tributary/sql'
import {
  compactSql,
  compileMaterialisation,
  compileMaterialSizes,
  describeQuery,
  duckdbText,
  type InsertTarget,
  insertRows,
  materialBits,
  materialisedColumns,
  type RunInTransaction,
  tableStatements,
} from '@tributary/sql/internal'
import type { ReplaceJob, ReplaceOptions } from './material-tables.ts'
import { countRows, type PartitionSpan, partitionSpan } from './partitions.ts'
import type { Written } from './table-records.ts'

const duckdbStatements = tableStatements(duckdbDialect)
const postgresqlStatements = tableStatements(postgresqlDialect)

/** The query of the rows that a job writes, in DuckDB's SQL, and the partitions that it is of. */
interface JobQuery {
  readonly select: string
  /** Null: the whole table. */
  readonly span: PartitionSpan | null
}

/**
 * What a job reads; `run` reads how large the doubles are that it adds up. Rejects with a `TypeError` for a range of a
 * table without partitions, and for one without a range.
 */
export async function jobQuery(
  { materialisation, range }: ReplaceJob,
  run: RunInTransaction,
): Promise<JobQuery> {
  const { partition, table } = materialisation
  if ((partition === null) !== (range === null)) {
    const expected = partition === null ? 'no range, since the table has no partitions' : 'a range'
    throw new TypeError(`Expected ${expected} to write ${table.join('.')}`)
  }
  const span = partition && range && partitionSpan(range, partition.grain)
  const moments = span?.moments ?? null
  const sizes = compileMaterialSizes(materialisation, moments, duckdbDialect)
  const bits = sizes && materialBits(materialisation, await run(toStatement(sizes, duckdbDialect)))
  const query = compileMaterialisation(materialisation, moments, duckdbDialect, bits ?? undefined)
  return { select: duckdbText(query), span }
}

/**
 * Writes the rows of a job in place of those that were there, within a transaction. The table is made anew when its
 * columns, or their types, differ from `before`; all of its partitions are gone then.
 */
export async function writeRows(
  run: RunInTransaction,
  job: ReplaceJob,
  { onSql, before }: Pick<ReplaceOptions, 'onSql'> & { readonly before: string | null },
): Promise<Written & { readonly isNew: boolean }> {
  const { materialisation } = job
  const { table, partition } = materialisation
  const { select, span } = await jobQuery(job, run)
  const layout = layoutOf(await run(describeQuery(select)))
  const isNew = layout !== before
  if (isNew) {
    await run(duckdbStatements.drop(table))
    await run(duckdbStatements.createAs(table, select))
  } else {
    await run(duckdbStatements.deletePartitions(table, { partition, range: span?.moments ?? null }))
  }
  const insert = duckdbStatements.insert(table, materialisation, select)
  const text = compactSql(insert.text)
  onSql?.(text, insert.text)
  await run({ ...insert, text })
  const counted = { table, span, dialect: duckdbDialect }
  const partitions = await countRows(run, materialisation, counted)
  return { layout, isNew, partitions }
}

/** Names and types of the columns, as DuckDB describes them. */
function layoutOf({ columns }: SqlResult): string {
  const [names, types] = columns.map((column) => (column.kind === 'text' ? column.values : []))
  return JSON.stringify(names?.map((name, i) => [name, types?.[i]]))
}

/** Rows that were read elsewhere, and where they go. */
interface RowsToWrite {
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
    await run(postgresqlStatements.drop(into))
    await run(postgresqlStatements.create(into, columns))
  } else {
    const { partition } = materialisation
    await run(
      postgresqlStatements.deletePartitions(into, { partition, range: span?.moments ?? null }),
    )
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

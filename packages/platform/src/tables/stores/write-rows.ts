import type { Materialisation } from '@tributary/attribution/internal'
import {
  duckdbDialect,
  postgresqlDialect,
  type RunInTransaction,
  type SqlColumn,
  type SqlDialect,
  type SqlResult,
  type SqlStatement,
  type SqlText,
  toStatement,
} from '@tributary/sql'
import {
  assertUniqueKeys,
  compactSql,
  compileMaterialisation,
  compileMaterialSizes,
  describeQuery,
  describeStatement,
  duckdbText,
  type InsertTarget,
  insertRows,
  insertValues,
  materialBits,
  materialisedColumns,
  tableStatements,
} from '@tributary/sql/internal'
import type { ReplaceJob, ReplaceOptions, RowsOrigin } from '../material-tables.ts'
import { countRows, createPartitionSpan, type PartitionSpan } from '../partitions.ts'
import type { Written } from './table-records.ts'

const duckdbStatements = tableStatements(duckdbDialect)

/** The query of the rows that a job writes, in the SQL of the engine that reads them, and the partitions that it is of. */
export interface JobQuery {
  readonly query: SqlText
  /** Null: the whole table. */
  readonly span: PartitionSpan | null
}

/**
 * The query of a job; `run` reads how large the doubles are that it adds up, and whether the keys of its lookups are
 * unique: `SQL_LOOKUP_NOT_UNIQUE`, since rows would be counted twice. Rejects with a `TypeError` for a range of a table
 * without partitions, and for one without a range.
 */
export async function compileJobQuery(
  { materialisation: written, range, origin }: ReplaceJob,
  run: RunInTransaction,
): Promise<JobQuery> {
  const dialect = origin?.dialect ?? duckdbDialect
  const materialisation = { ...written, rows: origin?.rows ?? written.rows }
  const { partition, table } = materialisation
  if ((partition === null) !== (range === null)) {
    const expected = partition === null ? 'no range, since the table has no partitions' : 'a range'
    throw new TypeError(`Expected ${expected} to write ${table.join('.')}`)
  }
  const span = partition && range && createPartitionSpan(range, partition.grain)
  const moments = span?.moments ?? null
  await assertUniqueKeys(materialisation.rows.lookups, dialect, run)
  const sizes = compileMaterialSizes(materialisation, moments, dialect)
  const bits = sizes && materialBits(materialisation, await run(toStatement(sizes, dialect)))
  const query = compileMaterialisation(materialisation, moments, dialect, bits ?? undefined)
  return { query, span }
}

/** Rows of a job that were read from its engine. */
interface JobRows {
  readonly rows: SqlResult
  readonly span: PartitionSpan | null
}

function plainStatement(text: string): SqlStatement {
  return { text, parameters: [] }
}

/** Reads the rows that a job writes, by its engine. */
export async function readJobRows(
  job: ReplaceJob & { readonly origin: RowsOrigin },
  { signal, onSql }: Pick<ReplaceOptions, 'signal' | 'onSql'>,
): Promise<JobRows> {
  const { driver, dialect } = job.origin
  const stop = signal === undefined ? {} : { signal }
  const { query, span } = await compileJobQuery(job, (sizes) => driver.run(sizes, stop))
  const isOwn = dialect.name === duckdbDialect.name
  const fullStatement = isOwn ? plainStatement(duckdbText(query)) : toStatement(query, dialect)
  const statement = { ...fullStatement, text: compactSql(fullStatement.text) }
  onSql?.(describeStatement(statement), describeStatement(fullStatement))
  return { rows: await driver.run(statement, stop), span }
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
  const { query, span } = await compileJobQuery(job, run)
  const select = duckdbText(query)
  const layout = serializeLayout(await run(describeQuery(select)))
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
function serializeLayout({ columns }: SqlResult): string {
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
  /** The columns of the table when it was made; null when it was not. */
  readonly before: string | null
  readonly target: RowsTarget
}

/** An engine into which rows are written. */
export interface RowsTarget {
  readonly dialect: SqlDialect
  /** The type of a column of a table that is made, by what is in it. */
  findColumnType(column: SqlColumn, isCount: boolean): string
  insert(run: RunInTransaction, target: InsertTarget, rows: SqlResult): Promise<void>
}

/** Writes rows in place of those that were there, within a transaction; otherwise as `writeRows`. */
export async function writeRowsTo(
  run: RunInTransaction,
  { materialisation, span, rows, into, before, target }: RowsToWrite,
): Promise<Written & { readonly isNew: boolean }> {
  const columns = findColumnTypes(materialisation, rows, { target, before })
  const layout = JSON.stringify(columns.map(({ name: column, type }) => [column, type]))
  const isNew = layout !== before
  const statements = tableStatements(target.dialect)
  if (isNew) {
    await run(statements.drop(into))
    await run(statements.create(into, columns))
  } else {
    const { partition } = materialisation
    await run(statements.deletePartitions(into, { partition, range: span?.moments ?? null }))
  }
  await target.insert(run, { table: into, columns }, rows)
  const counted = { table: into, span, dialect: target.dialect }
  const partitions = await countRows(run, materialisation, counted)
  return { layout, isNew, partitions }
}

/** Writes into PostgreSQL. */
export const POSTGRESQL_TARGET: RowsTarget = {
  dialect: postgresqlDialect,
  findColumnType: (column, isCount) => (isCount ? 'bigint' : POSTGRESQL_TYPES[column.kind]),
  insert: insertRows,
}

const POSTGRESQL_TYPES: Readonly<Record<SqlColumn['kind'], string>> = {
  text: 'text',
  boolean: 'boolean',
  double: 'double precision',
  exact: 'numeric',
  date: 'date',
  timestamp: 'timestamp',
}

/** Writes into DuckDB. */
export const DUCKDB_TARGET: RowsTarget = {
  dialect: duckdbDialect,
  findColumnType: (column, isCount) => {
    if (column.kind !== 'exact') return DUCKDB_TYPES[column.kind]
    if (column.scale > 0) return `DECIMAL(38,${column.scale})`
    return isCount ? 'BIGINT' : 'HUGEINT'
  },
  insert: (run, target, rows) => insertValues(duckdbDialect, { run, ...target }, rows),
}

const DUCKDB_TYPES: Readonly<Record<Exclude<SqlColumn['kind'], 'exact'>, string>> = {
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
  double: 'DOUBLE',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
}

/** Whole numbers have room for every digit, but counts are short. */
function findColumnTypes(
  materialisation: Materialisation,
  rows: SqlResult,
  { target, before }: Pick<RowsToWrite, 'target' | 'before'>,
): InsertTarget['columns'] {
  const previousTypes = new Map<string, string>(before === null ? [] : JSON.parse(before))
  const counts = new Set([
    materialisation.rowCount,
    ...materialisation.measures
      .filter(
        ({ measure }) => measure.aggregate === 'COUNT' || measure.aggregate === 'COUNT_DISTINCT',
      )
      .map(({ column }) => column),
  ])
  return materialisedColumns(materialisation).map((name, i) => {
    const type = target.findColumnType(rows.columns[i]!, counts.has(name))
    return { name, type: pickWiderType(type, previousTypes.get(name)) }
  })
}

/** A column with room for more digits stays as it is: the digits of other partitions are in it. */
function pickWiderType(type: string, before: string | undefined): string {
  const parseDecimalScale = (columnType: string): number =>
    Number(/^DECIMAL\(38,(\d+)\)$/.exec(columnType)?.[1] ?? -1)
  if (before === undefined || parseDecimalScale(before) < 0) return type
  const isNumber = type === 'HUGEINT' || parseDecimalScale(type) >= 0
  return isNumber && parseDecimalScale(type) <= parseDecimalScale(before) ? before : type
}

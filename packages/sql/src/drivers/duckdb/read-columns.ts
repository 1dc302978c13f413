import type { ColumnData } from '@tributary/attribution'
import { duckdbDialect } from '../../dialects/duckdb/duckdb.ts'
import type { SqlColumn, TableColumn } from '../../results/sql-result.ts'
import { literal } from '../../text/names.ts'
import type { RunOptions } from '../sql-driver.ts'
import type { DuckDb } from './duckdb.ts'

/** What to read of a table, and when to stop. */
export interface ReadColumnsOptions extends RunOptions {
  /** The columns to read. @defaultValue all that the expression language has a type for */
  readonly columns?: readonly string[]
}

/**
 * Reads a table or a registered file of a DuckDB as columns for `createColumnarSource` of @tributary/attribution: texts as
 * codes, decimals as units, dates as days, times as microseconds. The columns are read one after the other, in the
 * order of the rows, so the table must not change meanwhile.
 *
 * @example
 * ```ts
 * import { createDuckDb, readColumns } from '@tributary/sql'
 * const duckdb = await createDuckDb({ threads: 1 })
 * await duckdb.run({ text: "CREATE TABLE sales AS SELECT 'EU' AS region, 3 AS pieces", parameters: [] })
 * const columns = await readColumns(duckdb, ['sales'])
 * Object.keys(columns) // => ['region', 'pieces']
 * await duckdb.close()
 * ```
 */
export async function readColumns(
  duckdb: DuckDb,
  table: readonly string[],
  { columns: wanted, ...run }: ReadColumnsOptions = {},
): Promise<Readonly<Record<string, ColumnData>>> {
  const known = await duckdb.columnsOf(table)
  const from = table.map(identifier).join('.')
  const read: [string, ColumnData][] = []
  for (const column of known) {
    if (wanted !== undefined && !wanted.includes(column.name)) continue
    if (column.valueType === null) continue
    read.push([column.name, await readColumn(duckdb, column, { from, run })])
  }
  return Object.fromEntries(read)
}

const { identifier } = duckdbDialect

interface ReadFrom {
  readonly from: string
  readonly run: RunOptions
}

async function readColumn(duckdb: DuckDb, column: TableColumn, at: ReadFrom): Promise<ColumnData> {
  const name = identifier(column.name)
  const doubles = (text: string): Promise<Float64Array> =>
    select(duckdb, `CAST(${text} AS DOUBLE)`, at).then(doublesOf)
  switch (column.valueType) {
    case 'BOOLEAN': {
      const flags = await doubles(`CAST(${name} AS INT)`)
      return Array.from(flags, (flag) => (Number.isNaN(flag) ? null : flag === 1))
    }
    case 'DOUBLE':
      return { kind: 'numbers', type: 'DOUBLE', values: await doubles(name) }
    case 'DATE': {
      const days = `date_diff('day', DATE '1970-01-01', ${inCalendar(name, 'DATE')})`
      return { kind: 'numbers', type: 'DATE', values: await doubles(days) }
    }
    case 'TIMESTAMP':
      return readTimes(duckdb, name, at)
    case 'INT':
    case 'DECIMAL':
      return readUnits(duckdb, column, at)
    default:
      return readTexts(duckdb, name, at)
  }
}

function inCalendar(name: string, type: 'DATE' | 'TIMESTAMP'): string {
  return duckdbDialect.inCalendar(duckdbDialect.column(name, type), type)
}

/** Microseconds as doubles; as integers when one is beyond ±2^53, before the year 1684 or after 2255. */
async function readTimes(duckdb: DuckDb, name: string, at: ReadFrom): Promise<ColumnData> {
  const micros = `epoch_us(${inCalendar(name, 'TIMESTAMP')})`
  const values = doublesOf(await select(duckdb, `CAST(${micros} AS DOUBLE)`, at))
  if (values.every((value) => Number.isNaN(value) || Number.isSafeInteger(value))) {
    return { kind: 'numbers', type: 'TIMESTAMP', values }
  }
  const exact = await select(duckdb, micros, at)
  if (exact.kind !== 'exact') throw new TypeError(`Expected whole numbers, found ${exact.kind}`)
  return { kind: 'numbers', type: 'TIMESTAMP', values: exact.units }
}

/** Below this, units that were computed as doubles are exact once they are rounded. */
const MAX_ROUNDED = 2 ** 51

/** Units as doubles where that is exact, otherwise as the driver gives them. */
async function readUnits(duckdb: DuckDb, column: TableColumn, at: ReadFrom): Promise<ColumnData> {
  const type = column.valueType === 'DECIMAL' ? 'DECIMAL' : 'INT'
  const scale = type === 'INT' ? 0 : Number(/,\s*(\d+)\)/.exec(column.type)?.[1] ?? 0)
  const name = identifier(column.name)
  const units = `round(CAST(${name} AS DOUBLE) * 1e${scale})`
  const values = doublesOf(await select(duckdb, units, at))
  // NaN, which is NULL, is not beyond.
  if (!values.some((value) => Math.abs(value) >= MAX_ROUNDED)) {
    return { kind: 'numbers', type, scale, values }
  }
  const exact = await select(duckdb, name, at)
  if (exact.kind !== 'exact') throw new TypeError(`Expected whole numbers, found ${exact.kind}`)
  return { kind: 'numbers', type, scale: exact.scale, values: exact.units }
}

/** Texts as codes of an enum of the distinct texts: selecting the enum itself is a hundred times slower. */
async function readTexts(duckdb: DuckDb, name: string, at: ReadFrom): Promise<ColumnData> {
  const text = `CAST(${name} AS VARCHAR)`
  const distinct = await select(duckdb, `DISTINCT ${text}`, at)
  if (distinct.kind !== 'text') throw new TypeError(`Expected texts, found ${distinct.kind}`)
  const dictionary = distinct.values.filter((value) => value !== null)
  if (dictionary.length === 0) return distinct.values.length === 0 ? [] : readNulls(duckdb, at)
  const type = `ENUM(${dictionary.map(literal).join(', ')})`
  const codes = doublesOf(
    await select(duckdb, `CAST(enum_code(CAST(${text} AS ${type})) AS DOUBLE)`, at),
  )
  const coded = new Uint32Array(codes.length)
  for (let row = 0; row < coded.length; row++) {
    const code = codes[row]!
    coded[row] = Number.isNaN(code) ? dictionary.length : code
  }
  return { kind: 'texts', codes: coded, dictionary }
}

async function readNulls(duckdb: DuckDb, at: ReadFrom): Promise<ColumnData> {
  const [rows] = doublesOf(await select(duckdb, 'CAST(count(*) AS DOUBLE)', at))
  return new Array<null>(rows!).fill(null)
}

async function select(duckdb: DuckDb, what: string, { from, run }: ReadFrom): Promise<SqlColumn> {
  const { columns } = await duckdb.run({ text: `SELECT ${what} FROM ${from}`, parameters: [] }, run)
  return columns[0]!
}

function doublesOf(column: SqlColumn): Float64Array {
  if (column.kind !== 'double') throw new TypeError(`Expected doubles, found ${column.kind}`)
  return column.values
}

import type { DuckDBConnection } from '@duckdb/node-api'
import type { ValueType } from '@tributary/expression'
import { doubleQuoteName } from '../../../text/names.ts'
import { findColumnReading } from './file-table.ts'
import {
  anyBad,
  badCells,
  type ReadCell,
  type Reader,
  rawSql,
  textName,
  valueName,
  valuesSql,
} from './reader.ts'

/** Facts about all rows of files, read as their columns are declared. */
export interface FileFacts {
  readonly rows: number
  /** The rows in which a value does not fit its column. */
  readonly badRows: number
  /** By the name of the column in the file. */
  readonly columns: ReadonlyMap<string, ColumnFacts>
}

/** Facts about all values of a column. */
export interface ColumnFacts {
  /** How many rows have a value. */
  readonly filled: number
  /** How many values do not fit the type. */
  readonly bad: number
  /** Different values; about so many where `isExact` is false. */
  readonly distinct: number
  readonly isExact: boolean
  /** Of numbers; null for other types and for no value. */
  readonly min: number | null
  readonly max: number | null
  /** Of dates and times; null for other types and for no value. */
  readonly time: TimeFacts | null
}

/** How far apart the dates of a column are. */
export type TimeGrain = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR'

/** Facts about dates or times. */
export interface TimeFacts {
  readonly type: 'DATE' | 'TIMESTAMP'
  readonly pattern: string | undefined
  /** In days since 1970. */
  readonly first: number
  readonly last: number
  /** The day that 99 of 100 values are not after; far before `last` when a few are mistakes. */
  readonly late: number
  readonly distinctDays: number
  /** The longest period that each value begins; `WEEK` for days that are all the same weekday, in most of the weeks. */
  readonly grain: TimeGrain
  /** A few values before 1900-01-02 or after 2099, ten years from all others: they count for nothing above. */
  readonly far: number
  /** Whether any value has a zone. */
  readonly isZoned: boolean
}

/** How the columns are measured. */
export interface MeasureOptions {
  /** Columns whose different values are counted exactly, which takes memory; others are estimated. */
  readonly exact: ReadonlySet<string>
  /** Whether rows with a value that does not fit are left out. */
  readonly leavesOutBadRows: boolean
}

/** The columns of one statement: the engine takes long to plan more. */
const COLUMNS_AT_ONCE = 50

/** Measures all rows of files as a reader reads them. */
export async function measureFile(
  connection: DuckDBConnection,
  reader: Reader,
  { exact, leavesOutBadRows }: MeasureOptions,
): Promise<FileFacts> {
  const columns = new Map<string, ColumnFacts>()
  let [rows, badRows] = [0, 0]
  const names = [...new Set(reader.parts.flatMap((part) => part.names))].filter((name) =>
    Object.hasOwn(reader.file.columnTypes ?? {}, name),
  )
  for (let start = 0; start === 0 || start < names.length; start += COLUMNS_AT_ONCE) {
    const some = names.slice(start, start + COLUMNS_AT_ONCE)
    // All converted columns say which rows are bad, so that every statement leaves out the same ones.
    const cells = leavesOutBadRows
      ? reader.cells
      : reader.cells.filter(({ name }) => some.includes(name))
    const measured = some.map((name) => toMeasuredColumn(reader, cells, name))
    const counts = measured.flatMap((column) => compileFacts(column, exact.has(column.name)))
    const bad = cells.length === 0 ? 'false' : anyBad(cells)
    const [counted, where] = leavesOutBadRows ? ['false', ` WHERE NOT ${bad}`] : [bad, '']
    const result = await connection.runAndReadAll(
      `SELECT ${['count(*)', `count(*) FILTER (WHERE ${counted})`, ...counts].join(', ')} FROM ${readValues(reader, cells, some)}${where}`,
    )
    const row = result.getRowsJson()[0] ?? []
    rows = Number(row[0])
    badRows = Math.max(badRows, Number(row[1]))
    for (const [i, column] of measured.entries()) {
      const facts = row.slice(2 + i * FACT_COUNT, 2 + (i + 1) * FACT_COUNT)
      columns.set(column.name, toColumnFacts(column, facts, exact.has(column.name)))
    }
  }
  return { rows, badRows, columns }
}

/** The rows with the texts and values of `cells`, and with the columns of `names` that are no cells. */
function readValues(
  { parts, file }: Reader,
  cells: readonly ReadCell[],
  names: readonly string[],
): string {
  const plain = names.filter((name) => !cells.some((cell) => cell.name === name))
  const raw = rawSql(parts, [...plain, ...cells.map(({ name }) => name)])
  if (cells.length === 0) return raw
  return valuesSql(raw, cells, file.format ?? {}, plain.map(doubleQuoteName))
}

interface MeasuredColumn {
  readonly name: string
  readonly type: ValueType
  readonly pattern: string | undefined
  /** Its text and its value in SQL, which are the same in a file that has types. */
  readonly text: string
  readonly value: string
}

function toMeasuredColumn(
  { file }: Reader,
  cells: readonly ReadCell[],
  name: string,
): MeasuredColumn {
  const { type = 'STRING', pattern } = findColumnReading(file, name) ?? {}
  const i = cells.findIndex((cell) => cell.name === name)
  const [text, value] =
    i < 0 ? [doubleQuoteName(name), doubleQuoteName(name)] : [textName(i), valueName(i)]
  return { name, type, pattern, text, value }
}

/** How many expressions {@link compileFacts} gives. */
const FACT_COUNT = 16

const NUMBER_TYPES: ReadonlySet<ValueType> = new Set(['INT', 'DECIMAL', 'DOUBLE'])

const isTime = (type: ValueType): type is 'DATE' | 'TIMESTAMP' =>
  type === 'DATE' || type === 'TIMESTAMP'

function compileFacts({ text, value, type }: MeasuredColumn, isExact: boolean): readonly string[] {
  const distinct = isExact ? `count(DISTINCT ${text})` : `approx_count_distinct(${text})`
  const counts = [
    `count(${text})`,
    text === value ? '0' : `count(*) FILTER (WHERE ${text} IS NOT NULL AND ${value} IS NULL)`,
    distinct,
  ]
  if (NUMBER_TYPES.has(type)) {
    const finite = type === 'DOUBLE' ? ` FILTER (WHERE isfinite(${value}))` : ''
    return [...counts, ...[`min(${value})${finite}`, `max(${value})${finite}`], ...fill(11)]
  }
  if (!isTime(type)) return [...counts, ...fill(13)]
  const day = `CAST(${value} AS DATE)`
  const near = isNear(value)
  const asDays = (sql: string): string => `date_diff('day', DATE '1970-01-01', ${sql})`
  const both = (sql: string): readonly string[] => [sql, `${sql} FILTER (WHERE ${near})`]
  const ends = [...both(`min(${day})`), ...both(`max(${day})`)].map(asDays)
  return [
    ...counts,
    ...fill(2),
    ...ends,
    `approx_quantile(${asDays(day)}, 0.99)`,
    ...both(`count(DISTINCT ${day})`),
    compileGrain({ value, day }, ''),
    compileGrain({ value, day }, ` FILTER (WHERE ${near})`),
    `count(*) FILTER (WHERE NOT (${near}))`,
    type === 'TIMESTAMP' ? `any_value(typeof(${value}))` : 'NULL',
  ]
}

/** The grain of times: weekly ones may leave out fewer weeks than they have. */
function compileGrain(
  { value, day }: Readonly<Record<'value' | 'day', string>>,
  filter: string,
): string {
  const begins = (period: string): string =>
    `bool_and(${value} = date_trunc('${period}', ${value}))${filter}`
  const [first, last] = [`min(${day})${filter}`, `max(${day})${filter}`]
  const weekdays = `count(DISTINCT dayofweek(${day}))${filter}`
  const days = `count(DISTINCT ${day})${filter}`
  const isWeekly = `${begins('day')} AND ${weekdays} = 1 AND ${days} * 14 > date_diff('day', ${first}, ${last}) + 7`
  const periods = ['year', 'quarter', 'month'].map(
    (period) => `WHEN ${begins(period)} THEN '${period.toUpperCase()}'`,
  )
  return `CASE ${periods.join(' ')} WHEN ${isWeekly} THEN 'WEEK' ELSE 'DAY' END`
}

/** Whether a time is of those that most are. */
function isNear(value: string): string {
  return `${value} BETWEEN TIMESTAMP '1900-01-02' AND TIMESTAMP '2099-12-31 23:59:59'`
}

function fill(count: number): readonly string[] {
  return new Array<string>(count).fill('NULL')
}

function toColumnFacts(
  { type, pattern }: MeasuredColumn,
  row: readonly unknown[],
  isExact: boolean,
): ColumnFacts {
  const numbers = row.map((value) => (value === null ? null : Number(value)))
  const [filled, bad, distinct, min = null, max = null] = numbers
  return {
    filled: filled ?? 0,
    bad: bad ?? 0,
    distinct: Math.min(distinct ?? 0, filled ?? 0),
    isExact,
    min: NUMBER_TYPES.has(type) ? min : null,
    max: NUMBER_TYPES.has(type) ? max : null,
    time: isTime(type) ? toTimeFacts({ type, pattern }, row.slice(5), filled ?? 0) : null,
  }
}

/** Days between the times of most rows and the next one, for it to be no time of a row. */
const FAR_DAYS = 3650

/** The part of all times that may be far. */
const FAR_SHARE = { count: 3, share: 0.01 }

function toTimeFacts(
  { type, pattern }: Pick<TimeFacts, 'type' | 'pattern'>,
  row: readonly unknown[],
  filled: number,
): TimeFacts | null {
  const [first, nearFirst, last, nearLast, late, days, nearDays] = row
    .slice(0, 7)
    .map((value) => (value == null ? null : Number(value)))
  if (first == null || last == null) return null
  const [grain, nearGrain, farCount, typeName] = row.slice(7)
  const far = Number(farCount)
  const gap = Math.max((nearFirst ?? first) - first, last - (nearLast ?? last))
  const isFar =
    far <= Math.max(FAR_SHARE.count, filled * FAR_SHARE.share) && far < filled && gap > FAR_DAYS
  const end = isFar ? nearLast! : last
  return {
    type,
    pattern,
    first: isFar ? nearFirst! : first,
    last: end,
    late: Math.min(late ?? end, end),
    distinctDays: (isFar ? nearDays : days) ?? 1,
    grain: (isFar ? nearGrain : grain) as TimeGrain,
    far: isFar ? far : 0,
    isZoned: typeName === 'TIMESTAMP WITH TIME ZONE',
  }
}

/** A text that does not fit its column. */
export interface OddText {
  readonly column: string
  readonly text: string
  readonly count: number
  /** The first row with it, from 1 below the header; counted on over all files of a pattern. */
  readonly row: number
}

/** Different texts of a column that are listed. */
const MOST_ODD_TEXTS = 300

/** The texts that do not fit their columns, of each column those that are there most often. All rows are read. */
export function readOddTexts(
  connection: DuckDBConnection,
  reader: Reader,
): Promise<readonly OddText[]> {
  return readTexts(connection, reader, badCells(reader.cells))
}

/** The dates and times before 1900-01-02 or after 2099, as texts. */
export function readFarTexts(
  connection: DuckDBConnection,
  reader: Reader,
): Promise<readonly OddText[]> {
  const far = reader.cells.map(({ reading }, i) =>
    isTime(reading.type) ? `coalesce(NOT (${isNear(valueName(i))}), false)` : 'false',
  )
  return readTexts(connection, reader, `CAST([${far.join(', ')}] AS BOOLEAN[])`)
}

/** The texts of cells for which a list of conditions holds, by the place of the cell. */
async function readTexts(
  connection: DuckDBConnection,
  { parts, cells, file }: Reader,
  conditions: string,
): Promise<readonly OddText[]> {
  if (cells.length === 0) return []
  const row = '"tributary row"'
  const names = cells.map(({ name }) => name)
  const numbered = `(SELECT row_number() OVER () AS ${row}, * FROM ${rawSql(parts, names)})`
  const values = valuesSql(numbered, cells, file.format ?? {}, [row])
  const texts = `[${cells.map((_, i) => textName(i)).join(', ')}]`
  const bad = `SELECT ${row} AS r, ${conditions} AS bad, ${texts} AS texts FROM ${values} WHERE list_contains(${conditions}, true)`
  const result = await connection.runAndReadAll(
    `SELECT i, texts[i], count(*) AS n, min(r) AS first
     FROM (SELECT *, unnest(range(1, ${cells.length + 1})) AS i FROM (${bad})) WHERE bad[i] GROUP BY i, texts[i]
     QUALIFY row_number() OVER (PARTITION BY i ORDER BY n DESC, first) <= ${MOST_ODD_TEXTS} ORDER BY i, first`,
  )
  return result.getRowsJson().map(([i, text, count, first]) => ({
    column: cells[Number(i) - 1]!.name,
    text: String(text),
    count: Number(count),
    row: Number(first),
  }))
}

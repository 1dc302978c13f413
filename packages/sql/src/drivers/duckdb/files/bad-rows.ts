import type { DuckDBConnection } from '@duckdb/node-api'
import { badRowsError, fileError, type SqlError } from '../../../errors.ts'
import { cellValue } from './cells.ts'
import { parseFileKind } from './raw-parts.ts'
import {
  anyBad,
  BAD_CELL,
  badCells,
  firstBad,
  type ReadCell,
  type Reader,
  rawSql,
  textName,
  valuesSql,
} from './reader.ts'
import { describeLongLine, findLongLine, parseCompression } from './text-bytes.ts'

/** A value that does not fit. */
interface BadCell {
  readonly path: string
  /** From 1, below the header. */
  readonly row: number
  readonly cell: ReadCell
  readonly text: string
}

/** The id of the reader whose value the engine refused; null for another error. */
export function readerOfError(error: unknown): number | null {
  const message = error instanceof Error ? error.message : ''
  const at = message.indexOf(BAD_CELL)
  return at < 0 ? null : Number.parseInt(message.slice(at + BAD_CELL.length), 10)
}

const CSV_FAULT = /CSV Error on Line: (\d+)/

/** Whether an error of the engine is about a file that it reads. */
export function isAboutFile(error: unknown): boolean {
  return readerOfError(error) !== null || csvFault(error) !== null || isLongLineError(error)
}

/** Whether an error of the engine, which names no file, says that a line is longer than its buffer. */
export function isLongLineError(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return message.includes('Parallel CSV Reader currently does not support a full read')
}

/** The error for the first line of files that is too long; null for none. */
export async function explainLongLine(paths: readonly string[]): Promise<SqlError | null> {
  for (const path of paths) {
    if (parseFileKind(path) !== 'CSV') continue
    const line = await findLongLine(path, parseCompression(path))
    if (line !== null) return fileError(path, describeLongLine(line))
  }
  return null
}

/** The mistake in a line of a CSV that an error of the engine reports; null for another error. */
export function csvFault(
  error: unknown,
): { readonly path: string | null; readonly why: string } | null {
  const message = error instanceof Error ? error.message : ''
  const path = /^\s*file = (.*)$/m.exec(message)?.[1] ?? null
  if (message.includes('state machine reached an invalid state')) {
    const why =
      'some of its lines end with CR LF and others with LF. Write all line ends in one way.'
    return { path, why }
  }
  const line = CSV_FAULT.exec(message)?.[1]
  if (line === undefined) return null
  const [, expected, actual] = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? []
  if (expected !== undefined) {
    const why = `line ${line}: expected ${expected} cells, found ${actual}. Mend the line, name the delimiter (source.format.delimiter), or let such lines go with source.format.maxBadRows.`
    return { path, why }
  }
  if (message.includes('unterminated quote')) {
    const why = `line ${line}: a quote is not closed, or something follows its end. Mend the line, or let such lines go with source.format.maxBadRows.`
    return { path, why }
  }
  if (/unicode|utf-8/i.test(message)) {
    const why = `line ${line} is not in UTF-8. Name the encoding, such as format.encoding: windows-1252 or [utf-8, windows-1252].`
    return { path, why }
  }
  if (/maximum line size/i.test(message)) return { path, why: describeLongLine(Number(line)) }
  return { path, why: `line ${line}: ${message.split('\n').slice(1, 3).join(' ')}` }
}

/** The error for a value that does not fit: its file, row and column, and what to do. Reads the files again until there. */
export async function explainBadCell(
  connection: DuckDBConnection,
  reader: Reader,
): Promise<SqlError> {
  for (const path of reader.parts.flatMap(({ paths }) => paths)) {
    const bad = await firstBadCell(connection, reader, path)
    if (bad !== null) return fileError(path, await sentence(connection, reader, bad))
  }
  return fileError(reader.file.path, 'it changed while it was read.')
}

async function firstBadCell(
  connection: DuckDBConnection,
  { parts, cells, file }: Reader,
  path: string,
): Promise<BadCell | null> {
  const names = cells.map(({ name }) => name)
  const row = '"tributary row"'
  const numbered = `(SELECT row_number() OVER () AS ${row}, * FROM ${rawSql(parts, names, path)})`
  const values = valuesSql(numbered, cells, file.format ?? {}, [row])
  const result = await connection.runAndReadAll(
    `SELECT ${row}, ${firstBad(cells)}, * FROM ${values} WHERE ${anyBad(cells)} ORDER BY ${row} LIMIT 1`,
  )
  const [badRow] = result.getRows()
  if (badRow === undefined) return null
  const index = Number(badRow[1]) - 1
  const column = result.columnNames().indexOf(textName(index).slice(1, -1))
  return { path, row: Number(badRow[0]), cell: cells[index]!, text: String(badRow[column]) }
}

async function sentence(
  connection: DuckDBConnection,
  reader: Reader,
  { row, cell, text }: BadCell,
): Promise<string> {
  const { name, reading } = cell
  const excerpt = text.length > 60 ? `${text.slice(0, 60)}…` : text
  const mend = await suggestCorrection(connection, reader, cell, text)
  return `row ${row}, column "${name}": expected ${describeExpectedCell(reading)}, found "${excerpt}". ${mend}`
}

function describeExpectedCell({ type, pattern, scale = 2 }: ReadCell['reading']): string {
  if (pattern !== undefined) return `a ${type} written as ${pattern}`
  if (type === 'INT') return 'a whole number'
  if (type === 'DOUBLE') return 'a number'
  if (type === 'DECIMAL')
    return `a number with at most ${scale} ${scale === 1 ? 'digit' : 'digits'} after the point`
  if (type === 'BOOLEAN') return 'true or false'
  return type === 'DATE' ? 'a date such as 2024-01-31' : 'a time such as 2024-01-31 13:45:00'
}

/** Other readings of a value, and what to declare for them. */
const OTHERS: readonly (readonly [
  declare: string,
  reading: Partial<ReadCell['reading']>,
  format: object,
])[] = [
  ['type: DOUBLE or DECIMAL', { type: 'DOUBLE' }, {}],
  ['a larger scale', { type: 'DECIMAL', scale: 12 }, {}],
  ['source.format.thousands: ","', { type: 'DOUBLE' }, { thousands: ',' }],
  [
    'source.format.decimal: "," and source.format.thousands: "."',
    { type: 'DOUBLE' },
    { decimal: ',', thousands: '.' },
  ],
]

/** How dates and times are usually written; looked at where a value does not fit. */
export const USUAL_PATTERNS: readonly string[] = [
  'yyyy-MM-dd',
  'dd.MM.yyyy',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'yyyy/MM/dd',
  'dd-MM-yyyy',
  'MM-dd-yyyy',
  'yyyy.MM.dd',
  'yyyyMMdd',
  'MMM d yyyy',
  'MMM d, yyyy',
  'MMMM d, yyyy',
  'd MMM yyyy',
  'd MMMM yyyy',
  'dd-MMM-yyyy',
  'dd-MMM-yy',
  'dd.MM.yy',
  'dd/MM/yy',
  'MM/dd/yy',
  'EEE, d MMM yyyy',
  'MMM yyyy',
  'MMMM yyyy',
  'yyyy-MM',
  'yyyy/MM',
  'MM/yyyy',
  'yyyy',
]

/** The times of day that follow a usual date. */
export const USUAL_CLOCKS: readonly string[] = [
  ' HH:mm:ss',
  ' HH:mm',
  ' HH:mm:ss.SSSSSS',
  "'T'HH:mm:ssXXX",
  "'T'HH:mm:ss.SSSXXX",
  ' h:mm a',
  ' h:mm:ss a',
]

async function suggestCorrection(
  connection: DuckDBConnection,
  { file }: Reader,
  { reading }: ReadCell,
  text: string,
): Promise<string> {
  const value = literalText(text)
  const format = file.format ?? {}
  const isTime = reading.type === 'DATE' || reading.type === 'TIMESTAMP'
  const candidates = isTime
    ? timePatterns(reading.type === 'TIMESTAMP').map((pattern) => ({
        declare: pattern,
        sql: cellValue(value, { ...reading, pattern }, format),
      }))
    : reading.type === 'BOOLEAN'
      ? []
      : OTHERS.map(([declare, readingOverrides, writing]) => ({
          declare,
          sql: cellValue(value, { ...reading, ...readingOverrides }, { ...format, ...writing }),
        }))
  const lets =
    'mend the value, declare the column as VARCHAR, or let such rows go with source.format.maxBadRows.'
  if (candidates.length === 0) return capitalizeFirst(lets)
  const fits = await connection.runAndReadAll(
    `SELECT ${candidates.map(({ sql }) => `(${sql}) IS NOT NULL`).join(', ')}`,
  )
  const [row = []] = fits.getRows()
  const suggestions = candidates.filter((_, i) => row[i] === true).map(({ declare }) => declare)
  if (suggestions.length === 0) return capitalizeFirst(lets)
  const what = isTime ? `format: ${suggestions.slice(0, 3).join(' or ')}` : suggestions[0]
  return `Declare ${what}; or ${lets}`
}

function timePatterns(withClock: boolean): readonly string[] {
  if (!withClock) return USUAL_PATTERNS
  const clocked = USUAL_PATTERNS.flatMap((day) => USUAL_CLOCKS.map((clock) => day + clock))
  return [...clocked, ...USUAL_PATTERNS, 'unix', 'unix-ms']
}

function literalText(text: string): string {
  return `CAST('${text.replaceAll("'", "''")}' AS VARCHAR)`
}

function capitalizeFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The rows of files that are left out: with a value that does not fit, or with too many or too few cells. */
export interface BadRows {
  readonly count: number
  /** The mistake in one of them, as a sentence; null for none. */
  readonly first: string | null
}

/** Counts the bad rows of files; all of them are read. */
export async function readBadRows(connection: DuckDBConnection, reader: Reader): Promise<BadRows> {
  const { parts, cells, file } = reader
  const names = cells.map(({ name }) => name)
  let count = 0
  let first: string | null = null
  for (const path of parts.flatMap(({ paths }) => paths)) {
    const raw = rawSql(parts, names, path)
    const sql =
      cells.length === 0
        ? `SELECT count(*) FILTER (WHERE false) FROM ${raw}`
        : `SELECT count(*) FILTER (WHERE ${anyBad(cells)}) FROM ${valuesSql(raw, cells, file.format ?? {}, [])}`
    const counts = await countedWithRejects(connection, sql)
    count += counts.values + counts.lines
    if (counts.firstLine !== null) first ??= `${path}: ${counts.firstLine}`
    const bad: BadCell | null =
      first === null && counts.values > 0 ? await firstBadCell(connection, reader, path) : null
    if (bad !== null) first = `${path}: ${await sentence(connection, reader, bad)}`
  }
  return { count, first }
}

interface Counted {
  /** Rows with a value that does not fit. */
  readonly values: number
  /** Lines that are no rows. */
  readonly lines: number
  readonly firstLine: string | null
}

/** The lines that DuckDB leaves out are in tables of its own, of the connection. */
async function countedWithRejects(connection: DuckDBConnection, sql: string): Promise<Counted> {
  const storing = sql.replaceAll('ignore_errors = true', 'store_rejects = true, rejects_limit = 0')
  const rows = await connection.runAndReadAll(storing)
  const values = Number(rows.getRows()[0]?.[0] ?? 0)
  if (storing === sql) return { values, lines: 0, firstLine: null }
  const rejected = await connection.runAndReadAll(
    'SELECT count(DISTINCT (scan_id, file_id, line)), min(line), CAST(arg_min(error_type, line) AS VARCHAR) FROM reject_errors',
  )
  await connection.run('DROP TABLE IF EXISTS reject_errors')
  await connection.run('DROP TABLE IF EXISTS reject_scans')
  const [lines, line, kind] = rejected.getRows()[0] ?? []
  const why = `line ${line}: ${REJECTS[String(kind)] ?? String(kind).toLowerCase()}.`
  return { values, lines: Number(lines ?? 0), firstLine: Number(lines) > 0 ? why : null }
}

/** The reasons of DuckDB against a line, in words. */
const REJECTS: Readonly<Record<string, string>> = {
  'TOO MANY COLUMNS': 'it has more cells than the header',
  'MISSING COLUMNS': 'it has fewer cells than the header',
  'UNQUOTED VALUE': 'a quote is not closed, or something follows its end',
  'INVALID ENCODING': 'it is not in UTF-8; name the encoding with format.encoding',
}

/** Throws `SQL_FILE_UNREADABLE` when more rows than allowed do not fit; gives how many do not. */
export async function checkBadRows(connection: DuckDBConnection, reader: Reader): Promise<BadRows> {
  const most = reader.file.format?.maxBadRows ?? 0
  if (most === 0) return { count: 0, first: null }
  const bad = await readBadRows(connection, reader)
  if (bad.count <= most) return bad
  throw badRowsError({ path: reader.file.path, count: bad.count, most, first: bad.first ?? '' })
}

/** The values of a column that do not fit. */
export interface BadColumn {
  readonly column: string
  /** The mistake in the first, and the number of others. */
  readonly message: string
}

/** The columns of one of the files with values that do not fit; all of the file is read. */
export async function readBadColumns(
  connection: DuckDBConnection,
  reader: Reader,
  path: string,
): Promise<readonly BadColumn[]> {
  const { parts, cells, file } = reader
  if (cells.length === 0) return []
  const row = '"tributary row"'
  const names = cells.map(({ name }) => name)
  const numbered = `(SELECT row_number() OVER () AS ${row}, * FROM ${rawSql(parts, names, path)})`
  const values = valuesSql(numbered, cells, file.format ?? {}, [row])
  const texts = `[${cells.map((_, i) => textName(i)).join(', ')}]`
  const bad = `SELECT ${row} AS r, ${badCells(cells)} AS bad, ${texts} AS texts FROM ${values} WHERE ${anyBad(cells)}`
  const result = await connection.runAndReadAll(
    `SELECT i, count(*), min(r), arg_min(texts[i], r)
     FROM (SELECT *, unnest(range(1, ${cells.length + 1})) AS i FROM (${bad})) WHERE bad[i] GROUP BY i ORDER BY i`,
  )
  const badColumns: BadColumn[] = []
  for (const [i, count, first, text] of result.getRows()) {
    const cell = cells[Number(i) - 1]!
    const badCell = { path, row: Number(first), cell, text: String(text) }
    const { message } = fileError(path, await sentence(connection, reader, badCell))
    badColumns.push({ column: cell.name, message: `${message}${countOthers(Number(count) - 1)}` })
  }
  return badColumns
}

function countOthers(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' 1 other value of the column does not fit either.'
    : ` ${count} other values of the column do not fit either.`
}

import type { ValueType } from '@tributary/expression'
import { fileError } from '../../../errors.ts'
import { doubleQuoteName, literal } from '../../../text/names.ts'
import { type CellReading, cellText, cellValue, isZonedText } from './cells.ts'
import { type FileFormat, type FileToRead, findColumnReading } from './file-table.ts'
import { type RawContext, type RawPart, rawParts } from './raw-parts.ts'

/** How the rows of a table are read. */
export interface Reader {
  readonly id: number
  readonly file: FileToRead
  readonly parts: readonly RawPart[]
  /** The columns whose texts are converted. */
  readonly cells: readonly ReadCell[]
  /** The SQL that stands after FROM. */
  readonly sql: string
}

/** A column whose texts are converted. */
export interface ReadCell {
  readonly name: string
  readonly reading: CellReading
}

/** Begins the message of the engine for a value that does not fit; the id of the reader follows. */
export const BAD_CELL = 'tributary:bad-cell:'

/** How a file is read. Throws `SQL_FILE_UNREADABLE` when it is missing, damaged or of no known kind. */
export async function createReader(
  file: FileToRead,
  id: number,
  context: RawContext,
): Promise<Reader> {
  const parts = await rawParts(file, context)
  const names = commonNames(file, parts)
  const texts = names.filter((name) => isConvertedColumn(file, parts, name))
  const cells = await readings(file, parts, texts, context)
  const plain = names.filter((name) => !texts.includes(name))
  const sql =
    cells.length === 0 ? rawSql(parts, names) : convertedSql({ file, id, parts, plain, cells })
  return { id, file, parts, cells, sql }
}

/** The columns that every file has. */
function commonNames(file: FileToRead, parts: readonly RawPart[]): readonly string[] {
  const all = new Set(parts.flatMap(({ names }) => names))
  const names = [...all].filter((name) => parts.every((part) => part.names.includes(name)))
  for (const name of Object.keys(file.columnTypes ?? {})) {
    if (!all.has(name) || names.includes(name)) continue
    const without = parts.find((part) => !part.names.includes(name))!
    throw fileError(
      without.paths[0]!,
      `it has no column "${name}", which other files of ${file.path} have.`,
    )
  }
  return file.hasOnlyDeclared
    ? names.filter((name) => findColumnReading(file, name) !== null)
    : names
}

/** Of a typed file only texts and numbers that have a pattern, and texts with words for NULL, are converted. */
function isConvertedColumn(file: FileToRead, parts: readonly RawPart[], name: string): boolean {
  return parts.every(({ types, names }) => {
    if (types === null) return true
    const type = types[names.indexOf(name)] ?? ''
    const reading = findColumnReading(file, name)
    const isText = type === 'VARCHAR' && (reading?.nulls !== undefined || isFileColumn(file, name))
    return isText || (reading?.pattern !== undefined && PATTERN_TYPES.test(type))
  })
}

const PATTERN_TYPES = /^(VARCHAR|U?(TINY|SMALL|BIG)?INT|U?INTEGER|DOUBLE|FLOAT|DECIMAL.*)$/

function isFileColumn({ format }: FileToRead, name: string): boolean {
  return format?.fileColumn === name
}

/** The rows of all parts as they are. */
export function rawSql(parts: readonly RawPart[], names: readonly string[], path?: string): string {
  const used = path === undefined ? parts : parts.filter(({ paths }) => paths.includes(path))
  const columns = names.length === 0 ? '1 AS "nothing"' : names.map(doubleQuoteName).join(', ')
  return `(${used.map((part) => `SELECT ${columns} FROM ${part.sql(path)}`).join(' UNION ALL ')})`
}

/** How many rows are looked at to infer a type. */
const SAMPLED_ROWS = 1000

/** The types that are tried for an undeclared column, in order. */
const INFERRED: readonly ValueType[] = ['INT', 'DOUBLE', 'DATE', 'TIMESTAMP', 'BOOLEAN']

async function readings(
  file: FileToRead,
  parts: readonly RawPart[],
  names: readonly string[],
  context: RawContext,
): Promise<readonly ReadCell[]> {
  const sampleNames = names.filter((name) => {
    const reading = findColumnReading(file, name)
    return reading === null || (reading.type === 'TIMESTAMP' && reading.pattern === undefined)
  })
  const samples =
    sampleNames.length === 0 ? new Map() : await sampleColumns(file, parts, sampleNames, context)
  return names.map((name) => {
    const sample = samples.get(name)
    const isZoned = sample !== undefined && sample.zoned > 0
    const declared = findColumnReading(file, name)
    return { name, reading: { ...(declared ?? { type: sample?.type ?? 'STRING' }), isZoned } }
  })
}

/** Facts about the first values of a column. */
interface Sample {
  readonly zoned: number
  readonly type: ValueType
}

/**
 * Looks at the first values of columns; one without any is missing. The columns are put one below the other: the same
 * statement for each of hundreds of columns takes seconds to plan.
 */
async function sampleColumns(
  file: FileToRead,
  parts: readonly RawPart[],
  names: readonly string[],
  { connection }: RawContext,
): Promise<ReadonlyMap<string, Sample>> {
  const format = file.format ?? {}
  const columns = names
    .map((name, i) => {
      const nulls = findColumnReading(file, name)?.nulls
      return `${cellText(name, format, nulls)} AS "${i}"`
    })
    .join(', ')
  const places = names.map((_, i) => `"${i}"`).join(', ')
  const sample = `(SELECT ${columns} FROM ${rawSql(parts, names)} LIMIT ${SAMPLED_ROWS})`
  const counts = INFERRED.map((type) => {
    const value = cellValue('"text"', { type, isZoned: true }, format)
    return `count(${value}) FILTER (WHERE ${mayBe(type, '"text"')}) = count(*)`
  })
  const result = await connection.runAndReadAll(
    `SELECT "place", count(*) FILTER (WHERE ${isZonedText('"text"')}), ${counts.join(', ')}
     FROM (SELECT * FROM ${sample} UNPIVOT ("text" FOR "place" IN (${places}))) GROUP BY "place"`,
  )
  return new Map(
    result.getRows().map(([place, zoned, ...fits]) => {
      const type = INFERRED[fits.indexOf(true)] ?? 'STRING'
      return [names[Number(place)]!, { zoned: Number(zoned), type }]
    }),
  )
}

/** Numbers with zeros before them are codes, and words for yes and no are texts. */
function mayBe(type: ValueType, column: string): string {
  if (type === 'BOOLEAN') return `lower(trim(${column})) IN ('true', 'false')`
  if (type === 'INT' || type === 'DOUBLE') return `NOT regexp_matches(${column}, '^[+-]?0[0-9]')`
  return 'true'
}

interface Converted extends Pick<Reader, 'file' | 'id' | 'parts' | 'cells'> {
  readonly plain: readonly string[]
}

function convertedSql({ file, id, parts, plain, cells }: Converted): string {
  const format = file.format ?? {}
  const plainColumns = plain.map(doubleQuoteName)
  const names = [...plain, ...cells.map(({ name }) => name)]
  const values = valuesSql(rawSql(parts, names), cells, format, plainColumns)
  const isLenient = (format.maxBadRows ?? 0) > 0
  const columns = cells.map(({ name, reading }, i) => {
    const bad = literal(`${BAD_CELL}${id}: `)
    const isSure = isLenient || reading.type === 'STRING'
    const value = isSure
      ? valueName(i)
      : `coalesce(${valueName(i)}, CASE WHEN ${textName(i)} IS NOT NULL THEN error(${bad} || ${textName(i)}) END)`
    return `${value} AS ${doubleQuoteName(name)}`
  })
  const where = isLenient ? ` WHERE NOT (${anyBad(cells)})` : ''
  return `(SELECT ${[...plainColumns, ...columns].join(', ')} FROM ${values}${where})`
}

/** The name of the column with the texts of a cell. */
export function textName(i: number): string {
  return `"tributary text ${i}"`
}

/** The name of the column with the values of a cell. */
export function valueName(i: number): string {
  return `"tributary value ${i}"`
}

/** The rows with the text and the value of each cell. */
export function valuesSql(
  raw: string,
  cells: readonly ReadCell[],
  format: FileFormat,
  plainColumns: readonly string[],
): string {
  const texts = cells.map(
    ({ name, reading }, i) => `${cellText(name, format, reading.nulls)} AS ${textName(i)}`,
  )
  const values = cells.map(
    ({ reading }, i) => `${cellValue(textName(i), reading, format)} AS ${valueName(i)}`,
  )
  const inner = `(SELECT ${[...plainColumns, ...texts].join(', ')} FROM ${raw})`
  return `(SELECT *, ${values.join(', ')} FROM ${inner})`
}

/** Which cells of a row do not fit, in SQL: DuckDB takes seconds to plan hundreds of conditions joined by OR. */
export function badCells(cells: readonly ReadCell[]): string {
  const bad = cells.map((_, i) => `(${valueName(i)} IS NULL) <> (${textName(i)} IS NULL)`)
  return `CAST([${bad.join(', ')}] AS BOOLEAN[])`
}

/** Whether a row has a value that does not fit, in SQL. */
export function anyBad(cells: readonly ReadCell[]): string {
  return `list_contains(${badCells(cells)}, true)`
}

/** The place from 1 of the first cell that does not fit, in SQL. */
export function firstBad(cells: readonly ReadCell[]): string {
  return `list_position(${badCells(cells)}, true)`
}

/** The query for the first rows of a reader: enough that a value of the wrong type has most likely failed. */
export function compileFirstRows({ sql }: Reader): string {
  return `SELECT * FROM ${sql} LIMIT 1000`
}

import type { DuckDBConnection } from '@duckdb/node-api'
import type { ValueType } from '@tributary/expression'
import { doubleQuoteName, literal } from '../../../text/names.ts'
import { USUAL_CLOCKS, USUAL_PATTERNS } from './bad-rows.ts'
import { cellValue } from './cells.ts'
import type { FileFormat, FileToRead } from './file-table.ts'
import { type RawContext, type RawPart, rawParts } from './raw-parts.ts'
import { rawSql } from './reader.ts'

/** The contents of the columns of files: texts as they are, and the types that they could be read as. */
export interface FileProfile {
  readonly rows: number
  readonly columns: readonly ColumnProfile[]
}

/** The contents of a column. */
export interface ColumnProfile {
  readonly name: string
  /** Its type in the file; null where every value is a text. */
  readonly type: string | null
  /** How many values there are, without those that stand for NULL. */
  readonly filled: number
  readonly distinct: number
  /** The texts among the values that usually stand for NULL. */
  readonly nulls: readonly string[]
  /** How many values begin with a zero and another digit. */
  readonly codes: number
  readonly booleans: number
  /** By the index of {@link NUMBER_STYLES}. */
  readonly numbers: readonly NumberFacts[]
  /** The patterns of which every value is a date or time; undefined for ISO 8601. */
  readonly times: readonly TimeFacts[]
  /** One of the values. */
  readonly example: string | null
}

/** Facts about the values of a column, read as numbers of a style. */
export interface NumberFacts {
  readonly fitting: number
  readonly whole: number
  /** The most digits after the point of any value; null when one has an exponent. */
  readonly scale: number | null
  readonly min: number | null
  readonly max: number | null
}

/** Facts about the values of a column, read by a pattern. */
export interface TimeFacts {
  readonly type: 'DATE' | 'TIMESTAMP'
  readonly pattern: string | undefined
  /** In days since 1970. */
  readonly first: number
  readonly last: number
  /** The day that 99 of 100 values are not after; far before `last` when a few are mistakes. */
  readonly late: number
  readonly distinctDays: number
  readonly isMonthly: boolean
  readonly isYearly: boolean
}

/** How numbers are written, the usual way first. */
export const NUMBER_STYLES: readonly Pick<FileFormat, 'decimal' | 'thousands'>[] = [
  {},
  { thousands: ',' },
  { decimal: ',' },
  { decimal: ',', thousands: '.' },
  { decimal: ',', thousands: ' ' },
]

/** Texts that stand for nothing in many files. */
const NULL_WORDS = ['NA', 'N/A', 'n/a', 'null', 'NULL', 'None', 'nan', 'NaN', '-', '?', '#N/A']

/** How many rows of a table are looked at. */
export const MOST_ROWS = 200_000

/** Looks at the values of files. */
export async function profileFile(file: FileToRead, context: RawContext): Promise<FileProfile> {
  const parts = await rawParts(file, context)
  const names = parts[0]!.names.filter((name) => parts.every((part) => part.names.includes(name)))
  const { connection } = context
  const total = await connection.runAndReadAll(`SELECT count(*) FROM ${rawSql(parts, names)}`)
  const rows = Number(total.getRows()[0]?.[0] ?? 0)
  const long = longTable(parts, names, ` LIMIT ${MOST_ROWS}`)
  const facts = await columnFacts(connection, long)
  await addStyles(connection, long, facts)
  const patterns = await findFittingPatterns(connection, parts, names)
  const times = await timeFacts(connection, long, patterns)
  const columns = names.map((name, i) => ({
    ...EMPTY,
    ...facts.get(i),
    name,
    type: findPartType(parts, name),
    times: (times.get(i) ?? []).filter((timeFacts) => timeFacts.count === facts.get(i)?.filled),
  }))
  return { rows, columns }
}

const NO_NUMBERS: NumberFacts = { fitting: 0, whole: 0, scale: 0, min: null, max: null }

const EMPTY = {
  filled: 0,
  distinct: 0,
  nulls: [],
  codes: 0,
  booleans: 0,
  example: null,
  numbers: NUMBER_STYLES.map(() => NO_NUMBERS),
}

function findPartType([part]: readonly RawPart[], name: string): string | null {
  return part?.types?.[part.names.indexOf(name)] ?? null
}

/** Every value as a row: the place of its column, and its text. One statement is then as good for hundreds of columns as for one. */
function longTable(parts: readonly RawPart[], names: readonly string[], limit = ''): string {
  const texts = names.map(
    (name, i) => `NULLIF(CAST(${doubleQuoteName(name)} AS VARCHAR), '') AS "${i}"`,
  )
  const places = names.map((_, i) => `"${i}"`).join(', ')
  const wide = `(SELECT ${texts.join(', ')} FROM ${rawSql(parts, names)}${limit})`
  return `(SELECT CAST("place" AS INT) AS "place", "text" FROM (SELECT * FROM ${wide} UNPIVOT ("text" FOR "place" IN (${places}))))`
}

const IS_NULL_WORD = `trim("text") IN (${NULL_WORDS.map(literal).join(', ')})`

interface Facts extends Omit<ColumnProfile, 'name' | 'type' | 'times' | 'numbers'> {
  readonly numbers: NumberFacts[]
  /** Whether all values consist of digits and separators, and at least one has no dash after a digit, as all dates have. */
  readonly isNumeral: boolean
}

const HAS_INNER_DASH = `regexp_matches("text", '[0-9]-')`

async function columnFacts(
  connection: DuckDBConnection,
  long: string,
): Promise<ReadonlyMap<number, Facts>> {
  const result = await connection.runAndReadAll(
    `SELECT "place", count(*) FILTER (WHERE NOT is_none), count(DISTINCT "text") FILTER (WHERE NOT is_none),
       list(DISTINCT trim("text")) FILTER (WHERE is_none), count(*) FILTER (WHERE regexp_matches("text", '^[+-]?0[0-9]')),
       count(*) FILTER (WHERE lower(trim("text")) IN ('true', 'false')), min("text") FILTER (WHERE NOT is_none),
       bool_and(is_none OR regexp_full_match("text", '[-+0-9., \u00a0]+')) AND NOT bool_and(is_none OR ${HAS_INNER_DASH}), ${NUMBER_COUNTS}
     FROM (SELECT *, ${compileNumberValues({})} FROM (SELECT *, ${IS_NULL_WORD} AS is_none FROM ${long})) GROUP BY "place"`,
  )
  return new Map(
    result.getRowsJson().map((row) => {
      const [place, filled, distinct, nulls, codes, booleans, example, isNumeral, ...number] = row
      const facts: Facts = {
        filled: Number(filled),
        distinct: Number(distinct),
        codes: Number(codes),
        booleans: Number(booleans),
        isNumeral: isNumeral === true,
        numbers: NUMBER_STYLES.map((_, i) => (i === 0 ? numberFacts(number) : NO_NUMBERS)),
        nulls: Array.isArray(nulls) ? nulls.map(String).toSorted() : [],
        example: example === null ? null : String(example),
      }
      return [Number(place), facts]
    }),
  )
}

/** Adds the other styles for columns that may be numbers and are none in the usual one. */
async function addStyles(
  connection: DuckDBConnection,
  long: string,
  facts: ReadonlyMap<number, Facts>,
): Promise<void> {
  const open = [...facts].filter(([, { isNumeral, filled, numbers }]) => {
    return isNumeral && filled > 0 && numbers[0]!.fitting < filled
  })
  if (open.length === 0) return
  const where = `"place" IN (${open.map(([place]) => place).join(', ')}) AND NOT ${IS_NULL_WORD}`
  for (const [i, style] of NUMBER_STYLES.entries()) {
    const result = await connection.runAndReadAll(
      `SELECT "place", ${NUMBER_COUNTS} FROM (SELECT *, ${compileNumberValues(style)} FROM ${long} WHERE ${where}) GROUP BY "place"`,
    )
    for (const [place, ...number] of result.getRowsJson()) {
      facts.get(Number(place))!.numbers[i] = numberFacts(number)
    }
  }
}

function compileNumberValues(style: FileFormat): string {
  const number = (type: ValueType): string => cellValue('"text"', { type, isZoned: false }, style)
  const fraction = literal(`[${style.decimal ?? '.'}]([0-9]*?)0*$`)
  return `${number('DOUBLE')} AS n, ${number('INT')} AS w, length(regexp_extract("text", ${fraction}, 1)) AS s, regexp_matches("text", '[0-9][eE]') AS e`
}

const NUMBER_COUNTS =
  'count(n), count(w), max(s), CASE WHEN isfinite(min(n)) THEN min(n) END, CASE WHEN isfinite(max(n)) THEN max(n) END, bool_or(e)'

function numberFacts(row: readonly unknown[]): NumberFacts {
  const [fitting, integerCount, scale, min, max] = row.map((value) =>
    value === null ? null : Number(value),
  )
  return {
    fitting: fitting ?? 0,
    whole: integerCount ?? 0,
    min: min ?? null,
    max: max ?? null,
    scale: row[5] === true ? null : (scale ?? 0),
  }
}

interface Pattern {
  readonly type: 'DATE' | 'TIMESTAMP'
  readonly pattern: string | undefined
}

const PATTERNS: readonly Pattern[] = [
  { type: 'DATE', pattern: undefined },
  { type: 'TIMESTAMP', pattern: undefined },
  ...USUAL_PATTERNS.map((pattern) => ({ type: 'DATE' as const, pattern })),
  ...USUAL_PATTERNS.flatMap((day) =>
    USUAL_CLOCKS.map((clock) => ({ type: 'TIMESTAMP' as const, pattern: day + clock })),
  ),
]

/** The patterns by which every one of the first values of a column can be read. */
async function findFittingPatterns(
  connection: DuckDBConnection,
  parts: readonly RawPart[],
  names: readonly string[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const first = longTable(parts, names, ' LIMIT 200')
  const fits = PATTERNS.map((pattern, i) => `count(${timeValue(pattern)}) = count(*) AS p${i}`)
  const result = await connection.runAndReadAll(
    `SELECT "place", ${fits.join(', ')} FROM ${first} WHERE NOT ${IS_NULL_WORD} AND regexp_matches("text", '[0-9]') GROUP BY "place"`,
  )
  return new Map(
    result
      .getRows()
      .map(([place, ...flags]) => [
        Number(place),
        flags.flatMap((flag, i) => (flag === true ? [i] : [])),
      ]),
  )
}

function timeValue({ type, pattern }: Pattern): string {
  const reading = { type, isZoned: true, ...(pattern !== undefined && { pattern }) }
  return cellValue('"text"', reading, {})
}

async function timeFacts(
  connection: DuckDBConnection,
  long: string,
  patterns: ReadonlyMap<number, readonly number[]>,
): Promise<ReadonlyMap<number, readonly (TimeFacts & { readonly count: number })[]>> {
  const factsByPlace = new Map<number, (TimeFacts & { readonly count: number })[]>()
  for (const [place, candidates] of patterns) {
    for (const index of candidates.slice(0, 6)) {
      const pattern = PATTERNS[index]!
      const result = await connection.runAndReadAll(
        `SELECT count(t), date_diff('day', DATE '1970-01-01', CAST(min(t) AS DATE)), date_diff('day', DATE '1970-01-01', CAST(max(t) AS DATE)),
           count(DISTINCT CAST(t AS DATE)), bool_and(day(t) = 1), bool_and(dayofyear(t) = 1),
           date_diff('day', DATE '1970-01-01', quantile_disc(CAST(t AS DATE), 0.99))
         FROM (SELECT ${timeValue(pattern)} AS t FROM ${long} WHERE "place" = ${place} AND NOT ${IS_NULL_WORD})`,
      )
      const [count, first, last, days, isMonthly, isYearly, late] = result.getRows()[0] ?? []
      const facts = {
        ...pattern,
        count: Number(count),
        first: Number(first),
        last: Number(last),
        late: Number(late),
        distinctDays: Number(days),
        isMonthly: isMonthly === true,
        isYearly: isYearly === true,
      }
      if (facts.count > 0) factsByPlace.set(place, [...(factsByPlace.get(place) ?? []), facts])
    }
  }
  return factsByPlace
}

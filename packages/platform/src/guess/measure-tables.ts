import type { EngineType } from '@tributary/catalog'
import { toOriginDataType } from '@tributary/catalog/internal'
import { DAY } from '@tributary/expression/internal'
import type { SqlColumn, SqlDriver, TableColumn, TimeFacts, TimeGrain } from '@tributary/sql'
import { type GuessedColumn, type GuessedType, toColumnName } from './guess-columns.ts'
import type { TableOfFiles } from './guess-workspace.ts'

/** The most rows of a table that are looked at. */
export const SAMPLE_ROWS = 100_000

/** The columns that are measured by one statement. */
const COLUMNS_AT_ONCE = 40

/** A table to measure. */
export interface MeasuredTable {
  readonly schema: string
  readonly table: string
  readonly columns: readonly TableColumn[]
  /** The one column of its primary key; null for none or several. */
  readonly key: string | null
}

/** The facts of a table of a database that a guess is made from; those of at most {@link SAMPLE_ROWS} rows. */
export async function measureTable(
  driver: SqlDriver,
  engine: EngineType,
  { schema, table, columns, key }: MeasuredTable,
): Promise<Pick<TableOfFiles, 'rows' | 'columns' | 'leftOut' | 'notes'>> {
  const usable = columns.filter(({ valueType }) => valueType !== null)
  const facts: (number | null)[] = []
  let rows = 0
  for (let from = 0; from < Math.max(1, usable.length); from += COLUMNS_AT_ONCE) {
    const some = usable.slice(from, from + COLUMNS_AT_ONCE)
    const measures = some.flatMap((column) => listMeasures(column, engine))
    const names = some.map(({ name }) => quoteIdentifier(name)).join(', ') || '1 AS one'
    const text = `SELECT ${['count(*)', ...measures].join(', ')} FROM (SELECT ${names} FROM ${quoteIdentifier(schema)}.${quoteIdentifier(table)} LIMIT ${SAMPLE_ROWS}) some_rows`
    const result = await driver.run({ text, parameters: [] })
    const [count, ...numbers] = result.columns.map(readNumber)
    rows = count ?? 0
    facts.push(...numbers)
  }
  const isWhole = rows < SAMPLE_ROWS
  const usedNames = new Set<string>()
  return {
    rows,
    notes: isWhole ? [] : [`looked at ${SAMPLE_ROWS} of its rows`],
    leftOut: columns
      .filter(({ valueType }) => valueType === null)
      .map(({ name, type }) => ({ name, reason: `the type ${type} is not read` })),
    columns: usable.map((column, index): GuessedColumn => {
      const [filled, distinct, ...numbers] = facts
        .slice(index * MEASURES, (index + 1) * MEASURES)
        .map((value) => value ?? null)
      const isKey = column.name === key
      const isNumber = ['INT', 'DECIMAL', 'DOUBLE'].includes(column.valueType!)
      return {
        name: toColumnName(column.name, index + 1, usedNames),
        sourceColumn: column.name,
        type: toOriginDataType(column.valueType!) as GuessedType,
        profile: {
          filled: isKey ? rows : (filled ?? 0),
          distinct: isKey ? rows : (distinct ?? 0),
          isExact: isWhole || isKey,
          min: isNumber ? (numbers[0] ?? null) : null,
          max: isNumber ? (numbers[1] ?? null) : null,
        },
        time: toTimeFacts(column, numbers),
        reason: 'as in the file',
      }
    }),
  }
}

/** Measures of a column: values, different ones, the least, the largest; of times days, those that begin no month, quarter and year, and the first and last weekday. */
const MEASURES = 10

function listMeasures({ name, valueType }: TableColumn, engine: EngineType): readonly string[] {
  const column = quoteIdentifier(name)
  const nones = (count: number) => new Array<string>(count).fill(CASTS[engine].none)
  const counts = [`count(${column})`, `count(DISTINCT ${column})`]
  switch (valueType) {
    case 'INT':
    case 'DECIMAL':
    case 'DOUBLE': {
      const number = CASTS[engine].number(column)
      return [...counts, `min(${number})`, `max(${number})`, ...nones(MEASURES - 4)]
    }
    case 'DATE':
    case 'TIMESTAMP': {
      const day = CASTS[engine].day(column)
      const number = (of: string) => CASTS[engine].daysSince1970(of)
      const weekday = `${number(day)} - 7 * floor(${number(day)} / 7)`
      const isNot = (condition: string) => `sum(CASE WHEN ${condition} THEN 0 ELSE 1 END)`
      return [
        ...counts,
        number(`min(${day})`),
        number(`max(${day})`),
        `count(DISTINCT ${day})`,
        ...[MONTHS, QUARTERS, YEARS].map((months) =>
          isNot(
            `(EXTRACT(DAY FROM ${column}) = 1 AND EXTRACT(MONTH FROM ${column}) IN (${months.join(', ')})) OR ${column} IS NULL`,
          ),
        ),
        `min(${weekday})`,
        `max(${weekday})`,
      ]
    }
    default:
      return [...counts, ...nones(MEASURES - 2)]
  }
}

/** The months in which a month, a quarter and a year begin. */
const [MONTHS, QUARTERS, YEARS] = [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [1, 4, 7, 10], [1]]

interface Casts {
  readonly none: string
  number(column: string): string
  day(column: string): string
  daysSince1970(day: string): string
}

const CASTS: Readonly<Record<EngineType, Casts>> = {
  POSTGRESQL: {
    none: 'CAST(NULL AS double precision)',
    number: (column) => `CAST(${column} AS double precision)`,
    day: (column) => `CAST(${column} AS date)`,
    daysSince1970: (day) =>
      `CASE WHEN isfinite(${day}) THEN CAST(${day} - DATE '1970-01-01' AS double precision) END`,
  },
  TRINO: {
    none: 'CAST(NULL AS double)',
    number: (column) => `CAST(${column} AS double)`,
    day: (column) => `CAST(${column} AS date)`,
    daysSince1970: (day) => `CAST(date_diff('day', DATE '1970-01-01', ${day}) AS double)`,
  },
  CLICKHOUSE: {
    none: 'CAST(NULL AS Nullable(Float64))',
    number: (column) => `CAST(${column} AS Nullable(Float64))`,
    day: (column) => `CAST(${column} AS Nullable(Date32))`,
    daysSince1970: (day) => `CAST(toInt32(${day}) AS Nullable(Float64))`,
  },
}

function toTimeFacts(
  { valueType, type }: TableColumn,
  numbers: readonly (number | null)[],
): TimeFacts | null {
  if (valueType !== 'DATE' && valueType !== 'TIMESTAMP') return null
  const [min, max, days] = numbers
  if (min == null || max == null) return null
  return {
    type: valueType,
    pattern: undefined,
    first: min,
    last: max,
    late: max,
    distinctDays: days ?? 0,
    grain: findGrain({ first: min, last: max, days: days ?? 0 }, numbers.slice(3)),
    far: 0,
    isZoned: /zone|timestamptz|DateTime/i.test(type) && !/without/i.test(type),
  }
}

function findGrain(
  { first, last, days }: Readonly<Record<'first' | 'last' | 'days', number>>,
  [notMonth, notQuarter, notYear, firstWeekday, lastWeekday]: readonly (number | null)[],
): TimeGrain {
  if (notYear === 0) return 'YEAR'
  if (notQuarter === 0) return 'QUARTER'
  if (notMonth === 0) return 'MONTH'
  const isWeekly = firstWeekday === lastWeekday && days * 14 > last - first + 7
  return isWeekly ? 'WEEK' : 'DAY'
}

function readNumber(column: SqlColumn): number | null {
  switch (column.kind) {
    case 'double':
      return Number.isNaN(column.values[0]!) ? null : column.values[0]!
    case 'exact': {
      const units = column.units[0] ?? null
      return units === null ? null : Number(units) / 10 ** column.scale
    }
    case 'date':
      return column.values[0] ?? null
    case 'timestamp': {
      const moment = column.values[0] ?? null
      return moment === null ? null : Number(moment / DAY)
    }
    default:
      return null
  }
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

import type { Constant, ValueType } from '@tributary/expression'
import { isInt } from '@tributary/expression/internal'
import { doubleQuoteName } from '../../text/names.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import type { AggregateForms, SqlDialect } from '../dialect.ts'
import {
  clampToCalendar,
  digitsOfDecimal,
  filteredAggregate,
  isDivisor,
  plainComparison,
  STANDARD_AGGREGATES,
} from '../standard.ts'
import { compareDecimals, duckdbArithmetic } from './arithmetic.ts'
import { duckdbExactSums } from './exact-sums.ts'
import { duckdbFunctions } from './functions.ts'

const AGGREGATES: AggregateForms = {
  ...STANDARD_AGGREGATES,
  PERCENTILE: ({ text }, filter, fraction) =>
    `QUANTILE_CONT(CAST(${text} AS DOUBLE), ${fraction})${filter}`,
  // QUANTILE_DISC finds the rank in another way, which a rounding may move.
  PERCENTILE_DISC: ({ text }, filter, fraction) =>
    `LIST_EXTRACT(LIST_SORT(LIST(CAST(${text} AS DOUBLE))${filter}, 'ASC', 'NULLS LAST'), CAST(GREATEST(1, CEIL(CAST(${fraction} AS DOUBLE) * COUNT(${text})${filter})) AS BIGINT))`,
  VARIANCE: ({ text }, filter) => distancesFromLeast('VAR_SAMP', text, filter),
  STDDEV: ({ text }, filter) => distancesFromLeast('STDDEV_SAMP', text, filter),
}

/** The spread of numbers that are large beside it loses its digits; their distances from the least have the same spread. */
function distancesFromLeast(aggregate: string, text: string, filter: string): string {
  const double = `CAST(${text} AS DOUBLE)`
  const distances = `LIST_TRANSFORM(LIST(${double})${filter}, lambda x: x - MIN(${double})${filter})`
  return `LIST_AGGREGATE(${distances}, '${aggregate}')`
}

/** The SQL of DuckDB 1.5. */
export const duckdbDialect: SqlDialect = {
  name: 'duckdb',
  functions: duckdbFunctions,
  positional: false,
  identifier: doubleQuoteName,
  parameter: (position, constant) => `$${position}${toDuckdbCast(constant)}`,
  column: (text, type) => {
    switch (type) {
      // The language has no NaN or infinities, which DuckDB orders and adds.
      case 'DOUBLE':
        return `(CASE WHEN isfinite(${text}::DOUBLE) THEN ${text}::DOUBLE END)`
      // Free where the column has no zone. What cannot be converted, within a day of the engine's last moment, is NULL.
      case 'TIMESTAMP':
        return `TRY_CAST(${text} AS TIMESTAMP)`
      default:
        return text
    }
  },
  inCalendar: clampToCalendar,
  afterAll: (type) => raw(`${type} 'infinity'`),
  typeName: (type, scale = 0) =>
    type === 'DECIMAL' ? `DECIMAL(38, ${scale})` : (TYPE_NAMES[type] ?? 'VARCHAR'),
  nullOf: (type) => (TYPE_NAMES[type] === null ? 'NULL' : `NULL::${TYPE_NAMES[type]}`),
  comparison: plainComparison,
  compareDecimals,
  arithmetic: duckdbArithmetic,
  wideInteger: (operand) => sqlText`${operand}::BIGINT`,
  // A product of two decimals of 18 digits overflows at 18 digits, unless a factor has more. It has few more, since decimals
  // with more than 38 digits before and after the point together lose some when they meet in one column.
  wideDecimal: (operand) => sqlText`(${operand} + 0::DECIMAL(19, 0))`,
  divide: (left, right) => sqlText`CAST(${left} AS DOUBLE) / NULLIF(${right}, 0)`,
  remainder: (left, right, type) => {
    if (type === 'DECIMAL') return sqlText`${decimal(left)} % NULLIF(${decimal(right)}, 0)`
    // It fails for the least INT and a divisor of -1.
    return type === 'INT' && !isDivisor(right)
      ? sqlText`CAST(CAST(${left} AS HUGEINT) % NULLIF(${right}, 0) AS BIGINT)`
      : sqlText`${left} % NULLIF(${right}, 0)`
  },
  key: (value, type) => {
    const name = TYPE_NAMES[type]
    return KEYS_CAST.has(type) && name !== null ? sqlText`CAST(${value} AS ${raw(name)})` : value
  },
  timestamp: (value) => sqlText`CAST(${value} AS TIMESTAMP)`,
  aggregate: filteredAggregate(AGGREGATES, duckdbExactSums),
  // 32 sums over a million rows take half the time without filters, 128 an eighth.
  mostFilters: 16,
  exactSums: duckdbExactSums,
}

/** DuckDB's names of the types; null for types without a single name. */
export const TYPE_NAMES: Readonly<Record<ValueType, string | null>> = {
  BOOLEAN: 'BOOLEAN',
  STRING: 'VARCHAR',
  INT: 'BIGINT',
  DECIMAL: null,
  DOUBLE: 'DOUBLE',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP',
  NULL: null,
  UNKNOWN: null,
}

/** Types for which a file may have another: an enum, a float, a time with nanoseconds. */
const KEYS_CAST: ReadonlySet<ValueType> = new Set(['STRING', 'DOUBLE', 'DATE', 'TIMESTAMP'])

function toDuckdbCast(constant: Constant): string {
  switch (constant.type) {
    case 'INT':
      return isInt(constant.value) ? '::BIGINT' : '::HUGEINT'
    case 'DECIMAL':
      return `::${decimalType(constant.value)}`
    default: {
      const name = TYPE_NAMES[constant.type]
      return name === null ? '' : `::${name}`
    }
  }
}

/** The narrowest DECIMAL that holds every digit of a plain decimal text; DOUBLE when none does. */
function decimalType(text: string): string {
  const { precision, scale } = digitsOfDecimal(text)
  return precision > 38 ? 'DOUBLE' : `DECIMAL(${precision}, ${scale})`
}

/** A decimal of limited size, NULL for others: the remainder of decimals with more than 38 digits in all would be a double. */
function decimal(value: SqlText): SqlText {
  return sqlText`TRY_CAST(${value} AS DECIMAL(38, 10))`
}

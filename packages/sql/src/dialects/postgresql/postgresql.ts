import type { Constant, ValueType } from '@tributary/expression'
import { isInt } from '@tributary/expression/internal'
import { unsupportedExpressionError } from '../../errors.ts'
import { doubleQuoteName } from '../../text/names.ts'
import { raw, sqlText } from '../../text/sql-text.ts'
import type { AggregateArgument, AggregateForms, SqlDialect } from '../dialect.ts'
import {
  clampToCalendar,
  filteredAggregate,
  plainComparison,
  STANDARD_AGGREGATES,
} from '../standard.ts'
import { postgresqlArithmetic } from './arithmetic.ts'
import { postgresqlExactSums } from './exact-sums.ts'
import { postgresqlFunctions } from './functions.ts'

const AGGREGATES: AggregateForms = {
  ...STANDARD_AGGREGATES,
  MIN: (argument, filter) => `MIN(${byCodePoint(argument)})${filter}`,
  MAX: (argument, filter) => `MAX(${byCodePoint(argument)})${filter}`,
  PERCENTILE: compilePostgresqlPercentile,
  PERCENTILE_DISC: ({ text }, filter, fraction) =>
    `PERCENTILE_DISC(${fraction}::float8) WITHIN GROUP (ORDER BY ${text}::float8)${filter}`,
  VARIANCE: ({ text }, filter) => distancesFromLeast('VAR_SAMP', text, filter),
  STDDEV: ({ text }, filter) => distancesFromLeast('STDDEV_SAMP', text, filter),
}

/** A text that is ordered by code point, regardless of the locale. */
function byCodePoint({ text, type }: AggregateArgument): string {
  return type === 'STRING' ? `${text} COLLATE "C"` : text
}

/** PERCENTILE_CONT rounds differently than other engines: the two nearest values are taken and weighed here. */
function compilePostgresqlPercentile(
  { text }: AggregateArgument,
  filter: string,
  fraction: number,
): string {
  const double = `${text}::float8`
  const sorted = `ARRAY_AGG(${double} ORDER BY ${double})${filter} AS v`
  const rank = `${fraction}::float8 * (COUNT(${text})${filter} - 1) AS r`
  const [below, above] = ['p.v[floor(p.r)::int + 1]', 'p.v[ceil(p.r)::int + 1]']
  const share = '(p.r - floor(p.r))'
  return `(SELECT ${below} * (1 - ${share}) + ${above} * ${share} FROM (SELECT ${sorted}, ${rank}) AS p)`
}

/** The spread of numbers that are large beside it loses its digits; their distances from the least have the same spread. */
function distancesFromLeast(aggregate: string, text: string, filter: string): string {
  const double = `${text}::float8`
  const all = `ARRAY_AGG(${double})${filter}`
  return `(SELECT ${aggregate}(x - (MIN(${double})${filter})) FROM unnest(${all}) AS one(x))`
}

/** The SQL of PostgreSQL 14 and later. Comparisons of texts name a collation, since the default depends on the locale. */
export const postgresqlDialect: SqlDialect = {
  name: 'postgresql',
  functions: postgresqlFunctions,
  positional: false,
  identifier: doubleQuoteName,
  parameter: (position, constant) => `$${position}${toPostgresqlCast(constant)}`,
  column: (text, type) => {
    switch (type) {
      case 'DOUBLE':
        return `(CASE WHEN ${text}::float8 - ${text}::float8 = 0 THEN ${text}::float8 END)`
      case 'DECIMAL':
        // A column may have more digits than any DECIMAL of the language.
        return `(CASE WHEN abs(${text}) < 1e38 THEN CASE WHEN scale(${text}) > 38 THEN round(${text}, 38) ELSE ${text} END END)`
      case 'STRING':
        return `${text}::text`
      case 'TIMESTAMP':
        return `${text}::timestamp`
      default:
        return text
    }
  },
  inCalendar: clampToCalendar,
  typeName: (type) => TYPE_NAMES[type] ?? 'text',
  nullOf: (type) => (TYPE_NAMES[type] === null ? 'NULL' : `NULL::${TYPE_NAMES[type]}`),
  comparison: (op, left, right, type) =>
    type === 'STRING' && op !== '=' && op !== '!='
      ? plainComparison(op, left, sqlText`${right} COLLATE "C"`)
      : plainComparison(op, left, right),
  arithmetic: postgresqlArithmetic,
  byCodePoint: (text) => sqlText`${text} COLLATE "C"`,
  wideInteger: (operand) => sqlText`${operand}::bigint`,
  wideDecimal: (operand) => operand,
  divide: (left, right) =>
    sqlText`CAST(${left} AS double precision) / NULLIF(CAST(${right} AS double precision), 0)`,
  remainder: (left, right, type) => {
    if (type === 'DOUBLE') throw unsupportedExpressionError('PostgreSQL', 'remainder of doubles')
    return sqlText`${left} % NULLIF(${right}, 0)`
  },
  key: (value, type) => {
    const name = KEY_TYPES.get(type)
    return name === undefined ? value : sqlText`CAST(${value} AS ${raw(name)})`
  },
  timestamp: (value) => sqlText`CAST(${value} AS timestamp)`,
  aggregate: filteredAggregate(AGGREGATES, postgresqlExactSums),
  exactSums: postgresqlExactSums,
}

const TYPE_NAMES: Readonly<Record<ValueType, string | null>> = {
  BOOLEAN: 'boolean',
  STRING: 'text',
  INT: 'bigint',
  DECIMAL: 'numeric',
  DOUBLE: 'float8',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
  NULL: null,
  UNKNOWN: null,
}

/** Types for which a column may have another: an enum, a real, a time with a zone. */
const KEY_TYPES: ReadonlyMap<ValueType, string> = new Map([
  ['STRING', 'text'],
  ['DOUBLE', 'float8'],
  ['DATE', 'date'],
  ['TIMESTAMP', 'timestamp'],
])

function toPostgresqlCast(constant: Constant): string {
  if (constant.type === 'INT' && !isInt(constant.value)) {
    return '::numeric'
  }
  const name = TYPE_NAMES[constant.type]
  return name === null ? '' : `::${name}`
}

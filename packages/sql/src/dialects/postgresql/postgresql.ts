import { assertNever } from '@tributary/core'
import { type Constant, sqlText, type ValueType } from '@tributary/expression'
import { unsupportedExpressionError } from '../../errors.ts'
import { doubleQuoted } from '../../text/names.ts'
import { raw } from '../../text/sql-text.ts'
import type { AggregateCall, SqlDialect } from '../dialect.ts'
import { plainComparison } from '../standard.ts'

/** The SQL of PostgreSQL 14 and later. Texts have the order of the locale there, so comparisons name another. */
export const postgresqlDialect: SqlDialect = {
  name: 'postgresql',
  positional: false,
  identifier: doubleQuoted,
  parameter: (position, constant) => `$${position}${castOf(constant)}`,
  column: (text, type) => {
    switch (type) {
      case 'DOUBLE':
        return `(CASE WHEN ${text}::float8 - ${text}::float8 = 0 THEN ${text}::float8 END)`
      case 'DECIMAL':
        return `(CASE WHEN ${text} - ${text} = 0 THEN ${text} END)`
      case 'STRING':
        return `${text}::text`
      case 'TIMESTAMP':
        return `${text}::timestamp`
      default:
        return text
    }
  },
  nullOf: (type) => (TYPE_NAMES[type] === null ? 'NULL' : `NULL::${TYPE_NAMES[type]}`),
  comparison: (op, left, right, type) =>
    type === 'STRING' && op !== '=' && op !== '!='
      ? plainComparison(op, left, sqlText`${right} COLLATE "C"`)
      : plainComparison(op, left, right),
  wideInteger: (operand) => sqlText`${operand}::bigint`,
  wideDecimal: (operand) => operand,
  divide: (left, right) =>
    sqlText`CAST(${left} AS double precision) / NULLIF(CAST(${right} AS double precision), 0)`,
  remainder: (left, right, type) => {
    if (type === 'DOUBLE') throw unsupportedExpressionError('PostgreSQL', 'a remainder of doubles')
    return sqlText`${left} % NULLIF(${right}, 0)`
  },
  key: (value, type) => {
    const name = KEY_TYPES.get(type)
    return name === undefined ? value : sqlText`CAST(${value} AS ${raw(name)})`
  },
  timestamp: (value) => sqlText`CAST(${value} AS timestamp)`,
  aggregate: (call) => `${aggregateOf(call)} FILTER (WHERE ${call.condition})`,
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

/** Types that a column may hold in another shape: an enum, a real, a time with a zone. */
const KEY_TYPES: ReadonlyMap<ValueType, string> = new Map([
  ['STRING', 'text'],
  ['DOUBLE', 'float8'],
  ['DATE', 'date'],
  ['TIMESTAMP', 'timestamp'],
])

const MAX_BIGINT = 2n ** 63n - 1n

function castOf(constant: Constant): string {
  if (
    constant.type === 'INT' &&
    (constant.value > MAX_BIGINT || constant.value < -MAX_BIGINT - 1n)
  ) {
    return '::numeric'
  }
  const name = TYPE_NAMES[constant.type]
  return name === null ? '' : `::${name}`
}

function aggregateOf({ aggregate, argument, fraction }: AggregateCall): string {
  if (argument === null) return 'COUNT(*)'
  switch (aggregate) {
    case 'COUNT_DISTINCT':
      return `COUNT(DISTINCT ${argument.text})`
    case 'SUM':
    case 'COUNT':
    case 'MIN':
    case 'MAX':
      return `${aggregate}(${argument.text})`
    case 'AVG':
      return `AVG(${argument.text}::float8)`
    case 'PERCENTILE':
      return `PERCENTILE_CONT(${fraction ?? 0.5}) WITHIN GROUP (ORDER BY ${argument.text}::float8)`
    case 'VARIANCE':
      return `VAR_SAMP(${argument.text}::float8)`
    case 'STDDEV':
      return `STDDEV_SAMP(${argument.text}::float8)`
    default:
      return assertNever(aggregate)
  }
}

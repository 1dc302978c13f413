import { assertNever } from '@tributary/core'
import { type Constant, sqlText, type ValueType } from '@tributary/expression'
import { unsupportedAggregateOfEngine } from '../../errors.ts'
import { doubleQuoted } from '../../text/names.ts'
import { raw } from '../../text/sql-text.ts'
import type { AggregateCall, SqlDialect } from '../dialect.ts'
import { plainComparison } from '../standard.ts'

/** The SQL of Trino 435 and later. Its text is held by tests; no driver runs it yet. */
export const trinoDialect: SqlDialect = {
  name: 'trino',
  positional: true,
  identifier: doubleQuoted,
  parameter: (_, constant) => `CAST(? AS ${typeOf(constant)})`,
  column: (text, type) => {
    switch (type) {
      case 'DOUBLE':
        return `(CASE WHEN is_finite(CAST(${text} AS double)) THEN CAST(${text} AS double) END)`
      case 'STRING':
        return `CAST(${text} AS varchar)`
      case 'TIMESTAMP':
        return `CAST(${text} AS timestamp(6))`
      default:
        return text
    }
  },
  nullOf: (type) => (TYPE_NAMES[type] === null ? 'NULL' : `CAST(NULL AS ${TYPE_NAMES[type]})`),
  comparison: plainComparison,
  wideInteger: (operand) => sqlText`CAST(${operand} AS bigint)`,
  wideDecimal: (operand) => operand,
  divide: (left, right) => sqlText`CAST(${left} AS double) / NULLIF(CAST(${right} AS double), 0)`,
  remainder: (left, right) => sqlText`${left} % NULLIF(${right}, 0)`,
  key: (value, type) => {
    const name = TYPE_NAMES[type]
    return name === null ? value : sqlText`CAST(${value} AS ${raw(name)})`
  },
  timestamp: (value) => sqlText`CAST(${value} AS timestamp(6))`,
  aggregate: (call) => `${aggregateOf(call)} FILTER (WHERE ${call.condition})`,
}

const TYPE_NAMES: Readonly<Record<ValueType, string | null>> = {
  BOOLEAN: 'boolean',
  STRING: 'varchar',
  INT: 'bigint',
  DECIMAL: null,
  DOUBLE: 'double',
  DATE: 'date',
  TIMESTAMP: 'timestamp(6)',
  NULL: null,
  UNKNOWN: null,
}

const MAX_BIGINT = 2n ** 63n - 1n

function typeOf(constant: Constant): string {
  if (constant.type === 'DECIMAL') return decimalType(constant.value)
  if (
    constant.type === 'INT' &&
    (constant.value > MAX_BIGINT || constant.value < -MAX_BIGINT - 1n)
  ) {
    return 'decimal(38, 0)'
  }
  return TYPE_NAMES[constant.type] ?? 'varchar'
}

/** The narrowest DECIMAL that holds every digit of a plain decimal text; double when none does. */
function decimalType(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.')
  const width = Math.max(1, whole.length + fraction.length)
  return width > 38 ? 'double' : `decimal(${width}, ${fraction.length})`
}

function aggregateOf({ aggregate, argument }: AggregateCall): string {
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
      return `AVG(CAST(${argument.text} AS double))`
    case 'PERCENTILE':
      throw unsupportedAggregateOfEngine('Trino', 'an exact percentile')
    case 'VARIANCE':
      return `VAR_SAMP(CAST(${argument.text} AS double))`
    case 'STDDEV':
      return `STDDEV_SAMP(CAST(${argument.text} AS double))`
    default:
      return assertNever(aggregate)
  }
}

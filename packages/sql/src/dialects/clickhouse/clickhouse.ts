import { assertNever } from '@tributary/core'
import { type Constant, type SqlText, sqlText, type ValueType } from '@tributary/expression'
import { unsupportedExpressionError } from '../../errors.ts'
import { raw } from '../../text/sql-text.ts'
import type { AggregateCall, SqlDialect } from '../dialect.ts'
import { plainComparison } from '../standard.ts'

/** The SQL of ClickHouse 23 and later. Its text is held by tests; no driver runs it yet. */
export const clickhouseDialect: SqlDialect = {
  name: 'clickhouse',
  positional: false,
  identifier: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  parameter: (position, constant) => `{p${position}:${typeOf(constant)}}`,
  column: (text, type) =>
    type === 'DOUBLE' ? `if(isFinite(toFloat64(${text})), toFloat64(${text}), NULL)` : text,
  nullOf: (type) =>
    TYPE_NAMES[type] === null ? 'NULL' : `CAST(NULL, 'Nullable(${TYPE_NAMES[type]})')`,
  comparison: plainComparison,
  wideInteger: (operand) => sqlText`toInt64(${operand})`,
  wideDecimal: (operand) => sqlText`(${operand} * toDecimal256(1, 0))`,
  divide: (left, right) => sqlText`toFloat64(${left}) / nullIf(toFloat64(${right}), 0)`,
  remainder: (left, right, type) => {
    // Of doubles it takes the remainder of their whole parts.
    if (type === 'DOUBLE') throw unsupportedExpressionError('ClickHouse', 'a remainder of doubles')
    return type === 'DECIMAL'
      ? sqlText`${decimal(left)} % nullIf(${decimal(right)}, 0)`
      : sqlText`${left} % nullIf(${right}, 0)`
  },
  key: (value, type) => {
    const name = TYPE_NAMES[type]
    return name === null ? value : sqlText`CAST(${value}, ${raw(`'Nullable(${name})'`)})`
  },
  timestamp: (value) => sqlText`toDateTime64(${value}, 6)`,
  aggregate: aggregateOf,
}

const TYPE_NAMES: Readonly<Record<ValueType, string | null>> = {
  BOOLEAN: 'Bool',
  STRING: 'String',
  INT: 'Int64',
  DECIMAL: null,
  DOUBLE: 'Float64',
  DATE: 'Date32',
  TIMESTAMP: 'DateTime64(6)',
  NULL: null,
  UNKNOWN: null,
}

const MAX_BIGINT = 2n ** 63n - 1n

function typeOf(constant: Constant): string {
  if (constant.type === 'DECIMAL') {
    const [, fraction = ''] = constant.value.split('.')
    return `Decimal(76, ${fraction.length})`
  }
  if (
    constant.type === 'INT' &&
    (constant.value > MAX_BIGINT || constant.value < -MAX_BIGINT - 1n)
  ) {
    return 'Int256'
  }
  return TYPE_NAMES[constant.type] ?? 'String'
}

/** A remainder of decimals of different scales would be one of their units. */
function decimal(value: SqlText): SqlText {
  return sqlText`toDecimal256(${value}, 10)`
}

/** The `OrNull` forms: over no row SQL has NULL, ClickHouse a default value. */
function aggregateOf({ aggregate, argument, condition, fraction }: AggregateCall): string {
  if (argument === null) return `countIf(${condition})`
  const over = `(${argument.text}, ${condition})`
  switch (aggregate) {
    case 'SUM':
      return `${argument.type === 'DOUBLE' ? 'sumKahan' : 'sum'}OrNullIf${over}`
    case 'COUNT':
      return `countIf(${condition} AND isNotNull(${argument.text}))`
    case 'COUNT_DISTINCT':
      return `uniqExactIf${over}`
    case 'MIN':
      return `minOrNullIf${over}`
    case 'MAX':
      return `maxOrNullIf${over}`
    case 'AVG':
      return `avgOrNullIf(toFloat64(${argument.text}), ${condition})`
    case 'PERCENTILE':
      return `quantileExactInclusiveOrNullIf(${fraction ?? 0.5})(toFloat64(${argument.text}), ${condition})`
    case 'VARIANCE':
      return `varSampOrNullIf${over}`
    case 'STDDEV':
      return `stddevSampOrNullIf${over}`
    default:
      return assertNever(aggregate)
  }
}

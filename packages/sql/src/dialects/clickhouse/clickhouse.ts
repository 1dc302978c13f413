import type { Aggregate } from '@tributary/attribution'
import type { Constant, ValueType } from '@tributary/expression'
import { isInt } from '@tributary/expression/internal'
import { unsupportedExpressionError } from '../../errors.ts'
import { literal } from '../../text/names.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import type { AggregateArgument, SqlDialect } from '../dialect.ts'
import { digitsOfDecimal, plainComparison } from '../standard.ts'
import { clickhouseExactSums } from './exact-sums.ts'
import { clickhouseFunctions } from './functions.ts'
import { inType } from './times.ts'

/** The SQL of ClickHouse 23 and later. Tests compare its text with golden files; no driver runs it yet. */
export const clickhouseDialect: SqlDialect = {
  name: 'clickhouse',
  functions: clickhouseFunctions,
  positional: false,
  identifier: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  parameter: (position, constant) => `{p${position}:${typeOf(constant)}}`,
  column: (text, type) => {
    if (type === 'TIMESTAMP') return wallClock(text)
    return type === 'DOUBLE' ? `if(isFinite(toFloat64(${text})), toFloat64(${text}), NULL)` : text
  },
  inCalendar: (time) => time,
  typeName: (type, scale = 0) =>
    `Nullable(${type === 'DECIMAL' ? `Decimal(76, ${scale})` : (TYPE_NAMES[type] ?? 'String')})`,
  nullOf: (type) => (TYPE_NAMES[type] === null ? 'NULL' : `CAST(NULL, ${nullable(type)})`),
  comparison: plainComparison,
  wideInteger: (operand) => sqlText`toInt64(${operand})`,
  wideDecimal: (operand) => sqlText`(${operand} * toDecimal256(1, 0))`,
  divide: (left, right) => sqlText`toFloat64(${left}) / nullIf(toFloat64(${right}), 0)`,
  remainder: (left, right, type) => {
    // For doubles ClickHouse gives the remainder of their whole parts.
    if (type === 'DOUBLE') throw unsupportedExpressionError('ClickHouse', 'remainder of doubles')
    return type === 'DECIMAL'
      ? sqlText`${decimal(left)} % nullIf(${decimal(right)}, 0)`
      : sqlText`${left} % nullIf(${right}, 0)`
  },
  key: (value, type) => {
    return TYPE_NAMES[type] === null ? value : sqlText`CAST(${value}, ${raw(nullable(type))})`
  },
  timestamp: (value) => inType(value, 'TIMESTAMP'),
  aggregate: ({ aggregate, argument, condition, fraction = 0.5 }) =>
    argument === null
      ? `countIf(${condition})`
      : AGGREGATES[aggregate](argument, condition, fraction),
  exactSums: clickhouseExactSums,
}

/**
 * Every time of ClickHouse is a moment. Its wall clock in the time zone of the session is kept as a time in UTC, where every
 * day has 24 hours.
 */
function wallClock(text: string): string {
  return `toDateTime64(toString(toDateTime64(${text}, 6), timeZone()), 6, 'UTC')`
}

/** The name of a type with NULL, as a literal. */
function nullable(type: ValueType): string {
  return literal(`Nullable(${TYPE_NAMES[type]})`)
}

const TYPE_NAMES: Readonly<Record<ValueType, string | null>> = {
  BOOLEAN: 'Bool',
  STRING: 'String',
  INT: 'Int64',
  DECIMAL: null,
  DOUBLE: 'Float64',
  DATE: 'Date32',
  TIMESTAMP: "DateTime64(6, 'UTC')",
  NULL: null,
  UNKNOWN: null,
}

function typeOf(constant: Constant): string {
  if (constant.type === 'DECIMAL') {
    return `Decimal(76, ${digitsOfDecimal(constant.value).scale})`
  }
  if (constant.type === 'INT' && !isInt(constant.value)) {
    return 'Int256'
  }
  return TYPE_NAMES[constant.type] ?? 'String'
}

/** A decimal with a fixed scale: the remainder of decimals of different scales would be that of their units. */
function decimal(value: SqlText): SqlText {
  return sqlText`toDecimal256(${value}, 10)`
}

/** The `OrNull` forms give NULL over no row, as SQL does, where ClickHouse has a default value. */
const AGGREGATES: Readonly<Record<Aggregate, ClickHouseAggregate>> = {
  SUM: ({ text, limbs }, condition) => {
    const sumOf = (name: string) => `sumOrNullIf(${name}, ${condition})`
    return limbs ? clickhouseExactSums.joined(limbs.names.map(sumOf), limbs.lowest) : sumOf(text)
  },
  COUNT: (a, condition) => `countIf(${condition} AND isNotNull(${a.text}))`,
  COUNT_DISTINCT: (a, condition) => `uniqExactIf(${a.text}, ${condition})`,
  MIN: (a, condition) => `minOrNullIf(${a.text}, ${condition})`,
  MAX: (a, condition) => `maxOrNullIf(${a.text}, ${condition})`,
  PERCENTILE: (a, condition, fraction) =>
    `quantileExactInclusiveOrNullIf(${fraction})(toFloat64(${a.text}), ${condition})`,
  PERCENTILE_DISC: (a, condition, fraction) => {
    const rows = `${condition} AND isNotNull(${a.text})`
    const values = `arraySort(groupArrayIf(assumeNotNull(toFloat64(${a.text})), ${rows}))`
    const rank = `toUInt64(greatest(1, ceil(${fraction} * countIf(${rows}))))`
    return `if(countIf(${rows}) = 0, NULL, ${values}[${rank}])`
  },
  VARIANCE: (a, condition) => `varSampOrNullIf(${a.text}, ${condition})`,
  STDDEV: (a, condition) => `stddevSampOrNullIf(${a.text}, ${condition})`,
}

type ClickHouseAggregate = (
  argument: AggregateArgument,
  condition: string,
  fraction: number,
) => string

import type { Aggregate } from '@tributary/attribution'
import type { Constant, ValueType } from '@tributary/expression'
import { isInt } from '@tributary/expression/internal'
import { unsupportedExpressionError } from '../../errors.ts'
import { literal } from '../../text/names.ts'
import { raw, type SqlText, sqlText } from '../../text/sql-text.ts'
import type { AggregateArgument, SqlDialect } from '../dialect.ts'
import { digitsOfDecimal, isDivisor, plainComparison } from '../standard.ts'
import { clickhouseArithmetic, compareDecimals, decimalSum } from './arithmetic.ts'
import { clickhouseExactSums } from './exact-sums.ts'
import { clickhouseFunctions } from './functions.ts'
import { clickhouseLiteral, inType } from './times.ts'

/** The SQL of ClickHouse 26 and later. The driver sets how it joins, groups and reads times; see `createClickHouse`. */
export const clickhouseDialect: SqlDialect = {
  name: 'clickhouse',
  functions: clickhouseFunctions,
  positional: false,
  identifier: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  literal: clickhouseLiteral,
  parameter: (position, constant) => `{p${position}:${toClickhouseType(constant)}}`,
  column: (text, type, timeZone) => {
    if (type === 'TIMESTAMP') return wallClock(text, timeZone)
    return type === 'DOUBLE' ? `if(isFinite(toFloat64(${text})), toFloat64(${text}), NULL)` : text
  },
  moment: (time) => sqlText`toDateTime64(toString(${time}), 6, timeZone())`,
  inCalendar: (time) => time,
  typeName: (type, scale = 0) =>
    `Nullable(${type === 'DECIMAL' ? `Decimal(76, ${scale})` : (TYPE_NAMES[type] ?? 'String')})`,
  nullOf: (type) => {
    if (type === 'DECIMAL') return "CAST(NULL, 'Nullable(Decimal(76, 0))')"
    return TYPE_NAMES[type] === null ? 'NULL' : `CAST(NULL, ${nullable(type)})`
  },
  comparison: plainComparison,
  compareDecimals,
  arithmetic: clickhouseArithmetic,
  wideInteger: (operand) => sqlText`toInt64(${operand})`,
  wideDecimal: (operand) => sqlText`(${operand} * toDecimal256(1, 0))`,
  divide: (left, right) => sqlText`toFloat64(${left}) / nullIf(toFloat64(${right}), 0)`,
  remainder: (left, right, type) => {
    // For doubles ClickHouse gives the remainder of their whole parts.
    if (type === 'DOUBLE') throw unsupportedExpressionError('ClickHouse', 'remainder of doubles')
    if (type === 'DECIMAL') return sqlText`${decimal(left)} % nullIf(${decimal(right)}, 0)`
    // It fails for the least INT and a divisor of -1.
    return isDivisor(right)
      ? sqlText`${left} % nullIf(${right}, 0)`
      : sqlText`toInt64(toInt256(${left}) % nullIf(toInt256(${right}), 0))`
  },
  key: (value, type) => {
    if (TYPE_NAMES[type] === null) return value
    // It tells 0 from -0.
    const normalizedValue = type === 'DOUBLE' ? sqlText`(${value}) + 0` : value
    return sqlText`CAST(${normalizedValue}, ${raw(nullable(type))})`
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
function wallClock(text: string, timeZone?: string): string {
  // The way by texts takes many times as long.
  if (timeZone === 'UTC') return `toDateTime64(${text}, 6, 'UTC')`
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

function toClickhouseType(constant: Constant): string {
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
  SUM: ({ text, type, limbs }, condition) => {
    const compileSum = (expression: string) => `sumOrNullIf(${expression}, ${condition})`
    if (limbs) return clickhouseExactSums.joined(limbs.names.map(compileSum), limbs.lowest)
    if (type === 'DECIMAL') return decimalSum(text, compileSum)
    return compileSum(type === 'INT' ? `toInt128(${text})` : text)
  },
  COUNT: (a, condition) => `countIf(${condition} AND isNotNull(${a.text}))`,
  // As in keys, 0 and -0 are one value.
  COUNT_DISTINCT: ({ text, type }, condition) =>
    `uniqExactIf(${type === 'DOUBLE' ? `${text} + 0` : text}, ${condition})`,
  MIN: (a, condition) => `minOrNullIf(${a.text}, ${condition})`,
  MAX: (a, condition) => `maxOrNullIf(${a.text}, ${condition})`,
  PERCENTILE: (a, condition, fraction) =>
    compileClickhousePercentile(compileDoubleCast(a), condition, fraction),
  PERCENTILE_DISC: (a, condition, fraction) => {
    const rows = `${condition} AND isNotNull(${a.text})`
    const values = `arraySort(groupArrayIf(assumeNotNull(${compileDoubleCast(a)}), ${rows}))`
    const rank = `toUInt64(greatest(1, ceil(${fraction} * countIf(${rows}))))`
    return `if(countIf(${rows}) = 0, NULL, ${values}[${rank}])`
  },
  VARIANCE: (a, condition) => distancesFromLeast('varSampStable', compileDoubleCast(a), condition),
  STDDEV: (a, condition) => distancesFromLeast('stddevSampStable', compileDoubleCast(a), condition),
}

/** Its quantiles round differently than other engines: the two nearest values are taken and weighed here. */
function compileClickhousePercentile(number: string, condition: string, fraction: number): string {
  const share = '(r - floor(r))'
  const [below, above] = ['v[toInt64(floor(r)) + 1]', 'v[toInt64(ceil(r)) + 1]']
  const value = `if(empty(v), NULL, ${below} * (1 - ${share}) + ${above} * ${share})`
  const rank = `toFloat64(${fraction}) * (toInt64(length(v)) - 1)`
  const sorted = `arraySort(groupArrayIf(${number}, ${condition}))`
  return `arrayMap(v -> arrayMap(r -> ${value}, [${rank}])[1], [${sorted}])[1]`
}

/** The spread of numbers that are large beside it loses its digits; their distances from the least have the same spread. */
function distancesFromLeast(aggregate: string, number: string, condition: string): string {
  const spread = `arrayReduce('${aggregate}', arrayMap(x -> x - least, some))`
  const all = `[groupArrayIf(${number}, ${condition})], [minIf(${number}, ${condition})]`
  return `arrayMap((some, least) -> if(length(some) > 1, ${spread}, NULL), ${all})[1]`
}

/** The double nearest to a number: of a decimal by way of its digits. */
function compileDoubleCast({ text, type }: AggregateArgument): string {
  return `toFloat64(${type === 'DECIMAL' ? `toString(${text})` : text})`
}

type ClickHouseAggregate = (
  argument: AggregateArgument,
  condition: string,
  fraction: number,
) => string

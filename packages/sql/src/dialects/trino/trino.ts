import type { Constant, ValueType } from '@tributary/expression'
import { isInt } from '@tributary/expression/internal'
import { unsupportedAggregateError } from '../../errors.ts'
import { doubleQuoteName } from '../../text/names.ts'
import { raw, sqlText } from '../../text/sql-text.ts'
import type { AggregateForms, SqlDialect } from '../dialect.ts'
import {
  clampToCalendar,
  digitsOfDecimal,
  filteredAggregate,
  plainComparison,
  STANDARD_AGGREGATES,
} from '../standard.ts'
import { compareDecimals, trinoArithmetic } from './arithmetic.ts'
import { trinoExactSums } from './exact-sums.ts'
import { trinoFunctions } from './functions.ts'

const AGGREGATES: AggregateForms = {
  ...STANDARD_AGGREGATES,
  // Sums of 64 bits fail beyond them.
  SUM: ({ text, type }, filter) =>
    `SUM(${type === 'INT' ? `CAST(${text} AS decimal(38, 0))` : text})${filter}`,
  PERCENTILE: () => {
    throw unsupportedAggregateError('Trino', 'exact percentile')
  },
  PERCENTILE_DISC: ({ text }, filter, fraction) =>
    `ELEMENT_AT(ARRAY_SORT(ARRAY_AGG(CAST(${text} AS double))${filter}), CAST(GREATEST(1, CEIL(DOUBLE '${fraction}' * COUNT(${text})${filter})) AS bigint))`,
  VARIANCE: ({ text }, filter) => `VAR_SAMP(CAST(${text} AS double))${filter}`,
  STDDEV: ({ text }, filter) => `STDDEV_SAMP(CAST(${text} AS double))${filter}`,
}

/** The SQL of Trino 476. */
export const trinoDialect: SqlDialect = {
  name: 'trino',
  functions: trinoFunctions,
  positional: true,
  identifier: doubleQuoteName,
  parameter: (_, constant) => `CAST(? AS ${toTrinoType(constant)})`,
  column: (text, type) => {
    switch (type) {
      case 'DOUBLE':
        return `(CASE WHEN is_finite(CAST(${text} AS double)) THEN CAST(${text} AS double) END)`
      case 'STRING':
        return `CAST(${text} AS varchar)`
      case 'TIMESTAMP':
        return wallClock(text)
      default:
        return text
    }
  },
  inCalendar: clampToCalendar,
  typeName: (type, scale = 0) =>
    type === 'DECIMAL' ? `decimal(38, ${scale})` : (TYPE_NAMES[type] ?? 'varchar'),
  nullOf: (type) => (TYPE_NAMES[type] === null ? 'NULL' : `CAST(NULL AS ${TYPE_NAMES[type]})`),
  comparison: plainComparison,
  compareDecimals,
  arithmetic: trinoArithmetic,
  wideInteger: (operand) => sqlText`CAST(${operand} AS bigint)`,
  wideDecimal: (operand) => operand,
  divide: (left, right) => sqlText`CAST(${left} AS double) / NULLIF(CAST(${right} AS double), 0)`,
  remainder: (left, right) => sqlText`${left} % NULLIF(${right}, 0)`,
  key: (value, type) => {
    const name = TYPE_NAMES[type]
    return name === null ? value : sqlText`CAST(${value} AS ${raw(name)})`
  },
  timestamp: (value) => sqlText`CAST(${value} AS timestamp(6))`,
  aggregate: filteredAggregate(AGGREGATES, trinoExactSums),
  exactSums: trinoExactSums,
}

/** A cast alone would read a time with a zone on the wall clock of the zone that is stored with it. */
function wallClock(text: string): string {
  const here = `at_timezone(CAST(${text} AS timestamp(6) with time zone), current_timezone())`
  return `(CASE WHEN typeof(${text}) LIKE '%with time zone' THEN CAST(${here} AS timestamp(6)) ELSE CAST(${text} AS timestamp(6)) END)`
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

function toTrinoType(constant: Constant): string {
  if (constant.type === 'DECIMAL') return decimalType(constant.value)
  if (constant.type === 'INT' && !isInt(constant.value)) {
    return 'decimal(38, 0)'
  }
  return TYPE_NAMES[constant.type] ?? 'varchar'
}

/** The narrowest DECIMAL that holds every digit of a plain decimal text; double when none does. */
function decimalType(text: string): string {
  const { precision, scale } = digitsOfDecimal(text)
  return precision > 38 ? 'double' : `decimal(${precision}, ${scale})`
}

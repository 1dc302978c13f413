import { assertNever } from '@tributary/core'
import { type Constant, type SqlText, sqlText, type ValueType } from '@tributary/expression'
import { doubleQuoted } from '../../text/names.ts'
import { raw } from '../../text/sql-text.ts'
import type { AggregateCall, SqlDialect } from '../dialect.ts'
import { plainComparison } from '../standard.ts'

/** The SQL of DuckDB 1.5. */
export const duckdbDialect: SqlDialect = {
  name: 'duckdb',
  positional: false,
  identifier: doubleQuoted,
  parameter: (position, constant) => `$${position}${castOf(constant)}`,
  // NaN and the infinities are no values for the language; DuckDB orders and adds them.
  column: (text, type) =>
    type === 'DOUBLE' ? `(CASE WHEN isfinite(${text}::DOUBLE) THEN ${text}::DOUBLE END)` : text,
  nullOf: (type) => (TYPE_NAMES[type] === null ? 'NULL' : `NULL::${TYPE_NAMES[type]}`),
  comparison: plainComparison,
  wideInteger: (operand) => sqlText`${operand}::BIGINT`,
  // A product of two decimals of 18 digits overflows at 18 digits; a factor of more has room. Of not many more: decimals
  // that have more than 38 digits before and after the point together lose some when they meet in one column.
  wideDecimal: (operand) => sqlText`(${operand} + 0::DECIMAL(19, 0))`,
  divide: (left, right) => sqlText`CAST(${left} AS DOUBLE) / NULLIF(${right}, 0)`,
  remainder: (left, right, type) =>
    type === 'DECIMAL'
      ? sqlText`${decimal(left)} % NULLIF(${decimal(right)}, 0)`
      : sqlText`${left} % NULLIF(${right}, 0)`,
  key: (value, type) => {
    const name = TYPE_NAMES[type]
    return KEYS_CAST.has(type) && name !== null ? sqlText`CAST(${value} AS ${raw(name)})` : value
  },
  timestamp: (value) => sqlText`CAST(${value} AS TIMESTAMP)`,
  aggregate: (call) => `${aggregateOf(call)} FILTER (WHERE ${call.condition})`,
}

/** A text as a literal, for the statements that take no parameters: quoted, its quotes doubled. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** DuckDB's names of the types; null for those without one name. */
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

/** Types that a file may hold in another shape: an enum, a float, a time with nanoseconds. */
const KEYS_CAST: ReadonlySet<ValueType> = new Set(['STRING', 'DOUBLE', 'DATE', 'TIMESTAMP'])

const MAX_BIGINT = 2n ** 63n - 1n
const MAX_DECIMAL_DIGITS = 38

function castOf(constant: Constant): string {
  switch (constant.type) {
    case 'INT':
      return constant.value > MAX_BIGINT || constant.value < -MAX_BIGINT - 1n
        ? '::HUGEINT'
        : '::BIGINT'
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
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.')
  const width = Math.max(1, whole.length + fraction.length)
  return width > MAX_DECIMAL_DIGITS ? 'DOUBLE' : `DECIMAL(${width}, ${fraction.length})`
}

/** A remainder of decimals that have more than 38 digits before and after the point together would be a double. */
function decimal(value: SqlText): SqlText {
  return sqlText`CAST(${value} AS DECIMAL(38, 10))`
}

function aggregateOf({ aggregate, argument, fraction }: AggregateCall): string {
  if (argument === null) return 'COUNT(*)'
  switch (aggregate) {
    case 'SUM':
      // Compensated: as fast as SUM, and over millions of rows only the very last digit can be off.
      return `${argument.type === 'DOUBLE' ? 'FSUM' : 'SUM'}(${argument.text})`
    case 'COUNT_DISTINCT':
      return `COUNT(DISTINCT ${argument.text})`
    case 'COUNT':
    case 'MIN':
    case 'MAX':
      return `${aggregate}(${argument.text})`
    case 'AVG':
      // Of whole numbers and decimals the sum is exact; of doubles compensated.
      return `${argument.type === 'DOUBLE' ? 'FAVG' : 'AVG'}(${argument.text})`
    case 'PERCENTILE':
      return `QUANTILE_CONT(CAST(${argument.text} AS DOUBLE), ${fraction ?? 0.5})`
    case 'VARIANCE':
      return `VAR_SAMP(${argument.text})`
    case 'STDDEV':
      return `STDDEV_SAMP(${argument.text})`
    default:
      return assertNever(aggregate)
  }
}

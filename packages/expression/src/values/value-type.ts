/**
 * The types of the language. DATE and TIMESTAMP have no time zone. NULL is the type of the literal `NULL`;
 * UNKNOWN is the type of an expression with an error, so that no further error follows from it.
 */
export type ValueType =
  | 'BOOLEAN'
  | 'STRING'
  | 'INT'
  | 'DECIMAL'
  | 'DOUBLE'
  | 'DATE'
  | 'TIMESTAMP'
  | 'NULL'
  | 'UNKNOWN'

/** Time grains, finest first. A week starts on Monday. */
export type Grain = 'SECOND' | 'MINUTE' | 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR'

const WIDTHS: readonly ValueType[] = ['INT', 'DECIMAL', 'DOUBLE']
const TIMES: readonly ValueType[] = ['DATE', 'TIMESTAMP']

/** The narrowest type that both types convert to; null when texts, numbers, times or conditions are mixed. */
export function commonType(left: ValueType, right: ValueType): ValueType | null {
  if (left === 'UNKNOWN' || right === 'UNKNOWN') return 'UNKNOWN'
  if (left === right || right === 'NULL') return left
  if (left === 'NULL') return right
  for (const family of [WIDTHS, TIMES]) {
    const [a, b] = [family.indexOf(left), family.indexOf(right)]
    if (a !== -1 && b !== -1) return family[Math.max(a, b)]!
  }
  return null
}

/** Whether a type is INT, DECIMAL or DOUBLE. */
export function isNumeric(type: ValueType): boolean {
  return WIDTHS.includes(type)
}

/** Whether a type is DATE or TIMESTAMP. */
export function isTimeType(type: ValueType): boolean {
  return TIMES.includes(type)
}

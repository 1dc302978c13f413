import { MAX_DECIMAL_DIGITS } from './decimal.ts'

/**
 * A value that is known before any row is read. INT is an exact bigint, DECIMAL an exact decimal text without
 * exponent, DATE the number of days and TIMESTAMP the number of microseconds since 1970-01-01 00:00:00.
 */
export type Constant =
  | { readonly type: 'BOOLEAN'; readonly value: boolean }
  | { readonly type: 'STRING'; readonly value: string }
  | { readonly type: 'INT'; readonly value: bigint }
  | { readonly type: 'DECIMAL'; readonly value: string }
  | { readonly type: 'DOUBLE'; readonly value: number }
  | { readonly type: 'DATE'; readonly value: number }
  | { readonly type: 'TIMESTAMP'; readonly value: bigint }
  | { readonly type: 'NULL'; readonly value: null }

const FIRST_INT = -(2n ** 63n)
const LAST_INT = 2n ** 63n - 1n

/**
 * The constant of a number literal: INT, DECIMAL when it has a point or too many digits for an INT, DOUBLE
 * when it has an exponent.
 */
export function numberConstant(raw: string): Constant {
  if (/[eE]/.test(raw)) return doubleConstant(raw)
  const point = raw.indexOf('.')
  if (point === -1) {
    const value = BigInt(raw)
    if (isInt(value)) return { type: 'INT', value }
  }
  const integerPart = point === -1 ? raw : raw.slice(0, point)
  const fraction = point === -1 ? '' : raw.slice(point + 1)
  if (integerPart.length + fraction.length > MAX_DECIMAL_DIGITS) return doubleConstant(raw)
  const leading = integerPart.replace(/^0+(?=\d)/, '') || '0'
  return { type: 'DECIMAL', value: fraction === '' ? leading : `${leading}.${fraction}` }
}

/** Whether a number fits an INT, which has 64 bits. */
export function isInt(value: bigint): boolean {
  return value >= FIRST_INT && value <= LAST_INT
}

function doubleConstant(raw: string): Constant {
  const value = Number(raw)
  return Number.isFinite(value) ? { type: 'DOUBLE', value } : { type: 'NULL', value: null }
}

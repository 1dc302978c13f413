import type { Constant } from './constant.ts'
import {
  compareDecimals,
  type Decimal,
  decimalText,
  decimalToNumber,
  numberToDecimal,
  parseDecimal,
} from './decimal.ts'
import type { ValueType } from './value-type.ts'

/**
 * A value of a row. BOOLEAN is a boolean, STRING a string, INT a bigint, DECIMAL an exact {@link Decimal} (or
 * a number from a back end that has no exact decimals), DOUBLE a number, DATE the number of days and TIMESTAMP
 * the bigint of microseconds since 1970-01-01 00:00:00. NULL of any type is null.
 */
export type Value = boolean | string | bigint | number | Decimal | null

/** Microseconds of a day. */
export const DAY: bigint = 86_400_000_000n

/** Whether a value is an exact decimal. */
export function isDecimal(value: Value): value is Decimal {
  return typeof value === 'object' && value !== null
}

/** A numeric value as a double. */
export function valueToNumber(value: NonNullable<Value>): number {
  return isDecimal(value) ? decimalToNumber(value) : Number(value)
}

/** A constant as a row value. */
export function toRowValue(constant: Constant): Value {
  return constant.type === 'DECIMAL' ? parseDecimal(constant.value) : constant.value
}

/** A row value as a constant. */
export function toConstant(value: Value, type: ValueType): Constant {
  if (value === null) return { type: 'NULL', value: null }
  switch (type) {
    case 'BOOLEAN':
      return { type, value: value as boolean }
    case 'STRING':
      return { type, value: value as string }
    case 'INT':
    case 'TIMESTAMP':
      return { type, value: value as bigint }
    case 'DATE':
      return { type, value: value as number }
    case 'DECIMAL':
      return { type, value: decimalText(toDecimal(value)) }
    default:
      return { type: 'DOUBLE', value: valueToNumber(value) }
  }
}

/**
 * Converts a value to a wider type: DATE to TIMESTAMP, INT to DECIMAL, INT or DECIMAL to DOUBLE. Other values
 * are returned as they are.
 */
export function widenValue(value: Value, from: ValueType, to: ValueType): Value {
  if (value === null || from === to) return value
  if (from === 'DATE' && to === 'TIMESTAMP') return BigInt(value as number) * DAY
  // A mean of whole numbers is a double where an INT is expected.
  if (from === 'INT' && to === 'DECIMAL') return toDecimal(value)
  if ((from === 'INT' || from === 'DECIMAL') && to === 'DOUBLE') return valueToNumber(value)
  return value
}

/** A numeric value as a decimal; a double by its shortest text. */
export function toDecimal(value: NonNullable<Value>): Decimal {
  if (isDecimal(value)) return value
  return typeof value === 'bigint' ? { units: value, scale: 0 } : numberToDecimal(Number(value))
}

/**
 * Compares two values of one kind, neither null; the result is negative, zero or positive. Texts are ordered
 * by Unicode code point, as in databases. Numbers of different types are compared exactly, or as doubles when
 * one is a DOUBLE.
 */
export function compareValues(left: NonNullable<Value>, right: NonNullable<Value>): number {
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right)
  if (typeof left === typeof right && !isDecimal(left)) return compareAlike(left, right)
  if (typeof left === 'number' || typeof right === 'number') {
    return compareAlike(valueToNumber(left), valueToNumber(right))
  }
  return compareDecimals(toDecimal(left), toDecimal(right))
}

function compareAlike(left: NonNullable<Value>, right: NonNullable<Value>): number {
  if (left < right) return -1
  return left > right ? 1 : 0
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0
  const shared = Math.min(left.length, right.length)
  for (let at = 0; at < shared; at++) {
    const a = left.charCodeAt(at)
    const b = right.charCodeAt(at)
    if (a === b) continue
    // Surrogates stand for code points above all single units.
    return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1
  }
  return left.length - right.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

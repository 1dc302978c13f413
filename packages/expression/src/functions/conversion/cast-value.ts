import { toText } from '../../evaluate/to-text.ts'
import { floorDivide } from '../../time/grains.ts'
import { parseTime } from '../../time/parse-time.ts'
import { DAY, type Value, widenValue } from '../../value.ts'
import type { ValueType } from '../../value-type.ts'
import type { CastType } from './cast.ts'

const WHOLE = /^ *[+-]?[0-9]+ *$/
const NUMBER = /^ *[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)? *$/
const TIME = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?)?$/
const LAST_INT = 2n ** 63n - 1n

/**
 * A value in another type; null when it has no meaning there. Texts are read strictly, so that every engine
 * agrees: a whole number has no point, a time is `2025-04-01` or `2025-04-01 13:00:00` with at most six more digits.
 * Spaces around a number or a truth value do not count. A fraction is cut off on the way to INT.
 */
export function castValue(value: NonNullable<Value>, from: ValueType, to: CastType): Value {
  switch (to) {
    case 'STRING':
      return toText(value, from)
    case 'TIMESTAMP':
      return typeof value === 'string' ? timeIn(value) : widenValue(value, from, to)
    case 'DATE':
      return toDate(value)
    case 'INT':
      return toInt(value)
    case 'DOUBLE':
      return toDouble(value)
    case 'BOOLEAN':
      return toBoolean(value)
  }
}

function timeIn(text: string): bigint | null {
  return TIME.test(text) ? parseTime(text) : null
}

function toDate(value: NonNullable<Value>): number | null {
  if (typeof value === 'number') return value
  const time = typeof value === 'string' ? timeIn(value) : (value as bigint)
  return time === null ? null : Number(floorDivide(time, DAY))
}

function toInt(value: NonNullable<Value>): bigint | null {
  if (typeof value === 'string') return WHOLE.test(value) ? fitting(BigInt(unsigned(value))) : null
  if (typeof value === 'number') {
    return Number.isFinite(value) ? fitting(BigInt(Math.trunc(value))) : null
  }
  return BigInt(value)
}

/** BigInt reads no leading plus. */
function unsigned(text: string): string {
  return text.trim().replace(/^\+/, '')
}

function fitting(value: bigint): bigint | null {
  return value <= LAST_INT && value >= -LAST_INT - 1n ? value : null
}

function toDouble(value: NonNullable<Value>): number | null {
  if (typeof value === 'string' && !NUMBER.test(value)) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

function toBoolean(value: NonNullable<Value>): boolean | null {
  if (typeof value === 'string') {
    const word = value.replace(/^ +| +$/g, '').toLowerCase()
    return word === 'true' ? true : word === 'false' ? false : null
  }
  return typeof value === 'boolean' ? value : Number(value) !== 0
}

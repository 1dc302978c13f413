import { parseTime } from '../../time/parse-time.ts'
import { floorDivide } from '../../values/civil.ts'
import { parseDecimal, rescaleDecimal } from '../../values/decimal.ts'
import { toText } from '../../values/to-text.ts'
import {
  DAY,
  isDecimal,
  toDecimal,
  type Value,
  valueToNumber,
  widenValue,
} from '../../values/value.ts'
import type { ValueType } from '../../values/value-type.ts'
import { ANY_NUMBER, TIME_OF_DAY, WHOLE_NUMBER } from '../definition/patterns.ts'
import type { CastTarget } from './cast-target.ts'

const WHOLE = new RegExp(`^${WHOLE_NUMBER}$`)
const NUMBER = new RegExp(`^${ANY_NUMBER}$`)
const TIME = new RegExp(`^[0-9]{4}-[0-9]{2}-[0-9]{2}${TIME_OF_DAY}$`)
const LAST_INT = 2n ** 63n - 1n

/**
 * Converts a value to another type; null when it cannot be converted. Texts are read strictly, so that all engines agree:
 * a whole number has no point, a time is `2025-04-01` or `2025-04-01 13:00:00` with at most six fractional digits.
 * Spaces around a number or a truth value are ignored. A fraction is truncated for INT, and rounded with halves away from
 * zero for DECIMAL.
 */
export function castValue(value: NonNullable<Value>, from: ValueType, to: CastTarget): Value {
  switch (to.type) {
    case 'STRING':
      return toText(value, from)
    case 'TIMESTAMP':
      return typeof value === 'string' ? timeIn(value) : widenValue(value, from, to.type)
    case 'DATE':
      return toDate(value)
    case 'INT':
      return toInt(value)
    case 'DECIMAL':
      return castToDecimal(value, to)
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
  if (typeof value === 'string')
    return WHOLE.test(value) ? fitting(BigInt(removePlusSign(value))) : null
  if (isDecimal(value)) return fitting(value.units / 10n ** BigInt(value.scale))
  if (typeof value === 'number') {
    return Number.isFinite(value) ? fitting(BigInt(Math.trunc(value))) : null
  }
  return BigInt(value)
}

/** Removes a leading plus, which BigInt does not read. */
function removePlusSign(text: string): string {
  return text.trim().replace(/^\+/, '')
}

function fitting(value: bigint): bigint | null {
  return value <= LAST_INT && value >= -LAST_INT - 1n ? value : null
}

function castToDecimal(
  value: NonNullable<Value>,
  { precision, scale }: Extract<CastTarget, { readonly type: 'DECIMAL' }>,
): Value {
  if (typeof value === 'string' && !NUMBER.test(value)) return null
  if (typeof value === 'number' && !Number.isFinite(value)) return null
  const decimal =
    typeof value === 'string'
      ? parseDecimal(complete(value.trim()))
      : toDecimal(typeof value === 'boolean' ? BigInt(value) : value)
  const rounded = rescaleDecimal(decimal, scale)
  const limit = 10n ** BigInt(precision)
  return rounded.units < limit && rounded.units > -limit ? rounded : null
}

/** Adds the missing zero of `.5`. */
function complete(text: string): string {
  return text.replace(/^([+-]?)\./, '$10.')
}

function toDouble(value: NonNullable<Value>): number | null {
  if (typeof value === 'string' && !NUMBER.test(value)) return null
  const number = valueToNumber(value)
  return Number.isFinite(number) ? number : null
}

function toBoolean(value: NonNullable<Value>): boolean | null {
  if (typeof value === 'string') {
    const word = value.replace(/^ +| +$/g, '').toLowerCase()
    return word === 'true' ? true : word === 'false' ? false : null
  }
  return typeof value === 'boolean' ? value : valueToNumber(value) !== 0
}

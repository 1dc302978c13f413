import type { Decimal } from '@tributary/expression'
import { CALENDAR, DAY, floorDivide, unitsAt } from '@tributary/expression/internal'
import { numberRangeError } from '../../request/errors.ts'
import {
  bigInt64Array,
  type CodeArray,
  codeArray,
  countFrom,
  float64Array,
} from '../kernels/code-array.ts'
import {
  type BigColumn,
  type CodedColumn,
  type ColumnType,
  type FloatColumn,
  valueRange,
} from './column.ts'
import type { UnitType } from './read-value.ts'

/** Makes a column of doubles. NaN and the infinities become NULL, -0 becomes 0. */
export function encodeDoubles(values: ArrayLike<number>): FloatColumn {
  const stored = float64Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    stored[row] = value - value === 0 ? value + 0 : Number.NaN
  }
  return floatColumn('DOUBLE', 0, stored)
}

/**
 * Makes a column of numbers that fit its type (whole except for DOUBLE) without checking them; NaN
 * is NULL.
 */
export function floatColumn(
  type: FloatColumn['type'],
  scale: number,
  values: Float64Array,
): FloatColumn {
  return { kind: 'floats', type, scale, values, range: valueRange(values) }
}

/**
 * Makes a column of units or microseconds; null is NULL. Stores doubles when all values are within
 * ±2^53, else 64-bit integers. Throws {@link AttributionError} for a number beyond 64 bits; a time before
 * or after the calendar of the language is the first or the last moment of it.
 */
export function encodeUnits(
  name: string,
  { type, scale }: UnitType & { readonly type: BigColumn['type'] },
  units: readonly (bigint | null)[],
): FloatColumn | BigColumn {
  const safe = units.every((unit) => unit === null || (unit <= MAX_SAFE && unit >= -MAX_SAFE))
  if (safe) {
    const values = float64Array(units.length)
    for (let row = 0; row < units.length; row++) {
      const unit = units[row]!
      values[row] = unit === null ? Number.NaN : Number(unit)
    }
    return floatColumn(type, scale, values)
  }
  const values = bigInt64Array(units.length)
  const valid = new Uint8Array(new SharedArrayBuffer(units.length))
  let nulls = 0
  for (let row = 0; row < units.length; row++) {
    const rawUnit = units[row]!
    if (rawUnit === null) {
      nulls++
      continue
    }
    const unit = type === 'TIMESTAMP' ? heldMoment(rawUnit) : rawUnit
    if (BigInt.asIntN(64, unit) !== unit) throw numberRangeError(name, row, unit)
    values[row] = unit
    valid[row] = 1
  }
  return { kind: 'bigs', type, scale, values, valid: nulls === 0 ? null : valid, nulls }
}

function heldMoment(time: bigint): bigint {
  if (time < CALENDAR.first) return CALENDAR.first
  return time < CALENDAR.last ? time : CALENDAR.last
}

/** Makes a column of exact decimals as units of one scale, of `least` or more digits; null is NULL. */
export function encodeDecimals(
  name: string,
  type: 'INT' | 'DECIMAL',
  decimals: readonly (Decimal | null)[],
  least = 0,
): FloatColumn | BigColumn {
  const scale = decimals.reduce((most, decimal) => Math.max(most, decimal?.scale ?? 0), least)
  const units = decimals.map((decimal) => decimal && unitsAt(decimal, scale))
  return encodeUnits(name, { type, scale }, units)
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** The first and the last day of the calendar. */
const [FIRST_DAY, LAST_DAY] = [CALENDAR.first, CALENDAR.last].map((moment) =>
  Number(floorDivide(moment, DAY)),
) as [number, number]

/**
 * Makes a column of days since 1970-01-01; NaN is NULL. A day before or after the calendar of the language is the first
 * or the last day of it.
 */
export function encodeDays(rawDays: ArrayLike<number>): CodedColumn {
  const days = heldDays(rawDays)
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let row = 0; row < days.length; row++) {
    const day = days[row]!
    if (day < first) first = day
    if (day > last) last = day
  }
  return countedColumn(days, { type: 'DATE', scale: 0 }, first <= last ? { first, last } : null)
}

/** Copies only when there is a day beyond. */
function heldDays(days: ArrayLike<number>): ArrayLike<number> {
  for (let row = 0; row < days.length; row++) {
    if (days[row]! < FIRST_DAY || days[row]! > LAST_DAY) {
      return Float64Array.from(days, (day) => Math.min(Math.max(day, FIRST_DAY), LAST_DAY))
    }
  }
  return days
}

/** Makes codes of whole numbers by subtracting the minimum; NaN is NULL. */
export function countedColumn(
  values: ArrayLike<number>,
  { type, scale }: { readonly type: ColumnType; readonly scale: number },
  span: { readonly first: number; readonly last: number; readonly nulls?: number } | null,
): CodedColumn {
  const first = span?.first ?? 0
  const size = span === null ? 0 : span.last - span.first + 1
  const codes = codeArray(size, values.length)
  const doubles = values instanceof Float64Array ? values : new Float64Array(values)
  countFrom(first, doubles, codes)
  const nulls = span?.nulls === 0 ? 0 : markNulls(doubles, codes, size)
  return { kind: 'coded', type, scale, codes, domain: { kind: 'count', size, first }, nulls }
}

/** Sets the code of NULL in the rows without a number; returns how many there are. */
function markNulls(values: Float64Array, codes: CodeArray, code: number): number {
  let nulls = 0
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row])) {
      codes[row] = code
      nulls++
    }
  }
  return nulls
}

/** Makes a column of booleans; null is NULL. */
export function encodeFlags(flags: Iterable<boolean | null>, length: number): CodedColumn {
  const codes = codeArray(2, length)
  let nulls = 0
  let row = 0
  for (const flag of flags) {
    if (flag === null) nulls++
    codes[row++] = flag === null ? 2 : flag ? 1 : 0
  }
  return {
    kind: 'coded',
    type: 'BOOLEAN',
    scale: 0,
    codes,
    domain: { kind: 'flags', size: 2 },
    nulls,
  }
}

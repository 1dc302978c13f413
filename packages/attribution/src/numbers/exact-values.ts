import type { Decimal } from '@tributary/expression'
import { compareDecimals, decimalText, numberToDecimal } from '@tributary/expression/internal'

/**
 * The whole numbers and decimals, by row, that the doubles of a column do not print: those beyond 2^53 or with more digits
 * than a double keeps. The value of any other row is the number that its double prints.
 */
export type ExactValues = ReadonlyMap<number, Decimal>

/** Doubles, NaN where there is no value, and the values that they do not print. */
export interface ExactColumn {
  readonly values: Float64Array
  readonly exact: ExactValues
}

/** No value needs more digits than its double prints. */
export const NO_EXACT_VALUES: ExactValues = new Map()

/** The values of both windows, by row, that their doubles do not print. */
export interface ExactSides {
  readonly current: ExactValues
  readonly compare: ExactValues
}

/** No value of either window needs more digits than its double prints. */
export const NO_EXACT_SIDES: ExactSides = { current: NO_EXACT_VALUES, compare: NO_EXACT_VALUES }

/** Every decimal of so many units is printed by the double nearest to it. */
const PRINTED_UNITS = 1e15

/** The decimal when the number, which is the double nearest to it, does not print it; else null. */
export function toExactValue(value: number, { units, scale }: Decimal): Decimal | null {
  const size = units < 0n ? -units : units
  if (size <= BigInt(PRINTED_UNITS) || !Number.isFinite(value)) return null
  const decimal = withoutZeros({ units, scale })
  return compareDecimals(numberToDecimal(value), decimal) === 0 ? null : decimal
}

function withoutZeros({ units, scale }: Decimal): Decimal {
  let [shorter, digits] = [units, scale]
  for (; digits > 0 && shorter % 10n === 0n; digits--) shorter /= 10n
  return { units: shorter, scale: digits }
}

/** Numbers as `units[i] / 10^scale`; null or NaN where there is none. */
interface UnitColumn {
  readonly scale: number
  readonly units: Float64Array | readonly (bigint | null)[]
}

/** The values of a column of units, of which `values` are the nearest doubles, that these do not print. */
export function findExactValues(column: UnitColumn, values: Float64Array): ExactValues {
  const { scale } = column
  const exact = new Map<number, Decimal>()
  for (let row = 0; row < values.length; row++) {
    const units = column.units[row]!
    if (typeof units === 'number' ? !hasManyUnits(units, scale) : units === null) continue
    const decimal = toExactValue(values[row]!, { units: BigInt(units), scale })
    if (decimal !== null) exact.set(row, decimal)
  }
  return exact.size === 0 ? NO_EXACT_VALUES : exact
}

/** Whether units, NaN for none, are too many to be printed by a double whatever they are, without the zeros at their end. */
function hasManyUnits(units: number, scale: number): boolean {
  if (scale === 0) return false
  let digits = units
  for (let at = 0; at < scale && digits % 10 === 0 && Math.abs(digits) > PRINTED_UNITS; at++) {
    digits /= 10
  }
  return Math.abs(digits) > PRINTED_UNITS
}

/** The values of some rows, by their places. */
export function pickExactValues(exact: ExactValues, rows: Uint32Array): ExactValues {
  if (exact.size === 0) return NO_EXACT_VALUES
  const picked = new Map<number, Decimal>()
  for (let place = 0; place < rows.length; place++) {
    const decimal = exact.get(rows[place]!)
    if (decimal !== undefined) picked.set(place, decimal)
  }
  return picked
}

/** The exact value of a row; null where there is none. */
export function readExactValue({ values, exact }: ExactColumn, row: number): Decimal | null {
  const value = values[row]!
  return exact.get(row) ?? (Number.isNaN(value) ? null : numberToDecimal(value))
}

/** The text of the exact value of a row, in plain notation; null where there is none. */
export function readExactText(column: ExactColumn, row: number): string | null {
  const decimal = readExactValue(column, row)
  return decimal && decimalText(decimal)
}

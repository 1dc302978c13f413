import { commonDenominator } from '../numbers/fraction.ts'
import { type Amounts, amountAt, amountColumn, exactAmountAt, unitsAtRow } from './amounts.ts'

/** The changes of amounts in whole units where they are exact: `(values + rest) / units`. */
export interface WholeChanges {
  readonly values: Float64Array
  /** The whole numbers less their doubles in `values`; null where all are 0. */
  readonly rest: Float64Array | null
  /** How many units are one; 1 where the amounts are doubles. */
  readonly units: bigint
}

/** The change of every group, without rounding where the amounts are exact; NaN where it is not finite. */
export function wholeChanges(amounts: Amounts): WholeChanges {
  const { current, compare } = amounts
  if (current.kind === 'double' || compare.kind === 'double') {
    const values = amountColumn(amounts, 'current')
    const before = amountColumn(amounts, 'compare')
    for (let row = 0; row < values.length; row++) values[row] = finite(values[row]! - before[row]!)
    return { values, rest: null, units: 1n }
  }
  const factors = unitFactors(amounts)
  const [now, before] = [Number(factors.current), Number(factors.compare)]
  if (current.kind === 'safe' && compare.kind === 'safe' && isSmall(now) && isSmall(before)) {
    const values = new Float64Array(current.units.length)
    let least = 0
    let most = 0
    for (let row = 0; row < values.length; row++) {
      const a = (current.units[row]! || 0) * now
      const b = (compare.units[row]! || 0) * before
      if (a > most) most = a
      if (a < least) least = a
      if (b > most) most = b
      if (b < least) least = b
      values[row] = a - b
    }
    if (isSmall(most) && isSmall(-least)) return { values, rest: null, units: factors.units }
  }
  const values = new Float64Array(current.units.length)
  const remainders = new Float64Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const change =
      (unitsAtRow(current, row) ?? 0n) * factors.current -
      (unitsAtRow(compare, row) ?? 0n) * factors.compare
    values[row] = Number(change)
    remainders[row] = Number(change - BigInt(values[row]!))
  }
  return { values, rest: remainders, units: factors.units }
}

/** A number as its double and the difference from it. */
export interface Doubled {
  readonly high: number
  readonly low: number
}

/** An amount of the total in units. */
export function amountInUnits(
  total: Amounts,
  window: 'current' | 'compare',
  units: bigint,
): Doubled {
  const exact = exactAmountAt(total, window, 0)
  if (exact === null) return { high: amountAt(total, window, 0) * Number(units), low: 0 }
  const scaledNumerator = exact.numerator * units
  // A total is a whole number of the units of its groups, but for what is below two roundings of a double.
  const high = Number(scaledNumerator / exact.denominator)
  const remainder = scaledNumerator - BigInt(high) * exact.denominator
  return { high, low: Number(remainder) / Number(exact.denominator) }
}

function unitFactors({ current, compare, divisors }: Amounts): {
  readonly current: bigint
  readonly compare: bigint
  readonly units: bigint
} {
  const getAmountScale = (column: Amounts['current']) =>
    column.kind === 'double' ? 0 : column.scale
  const now = divisors.current * 10n ** BigInt(getAmountScale(current))
  const before = divisors.compare * 10n ** BigInt(getAmountScale(compare))
  const units = commonDenominator(now, before)
  return { current: units / now, compare: units / before, units }
}

/** Whether the sum of two such numbers is a whole double. */
function isSmall(value: number): boolean {
  return value <= Number.MAX_SAFE_INTEGER / 2
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN
}

import { greatestDivisor } from '../numbers/fraction.ts'
import { type Amounts, amountAt, differenceAt } from './amounts.ts'

/** {@link amountAt} for every group; NaN where it is not finite. */
export function amountColumn(amounts: Amounts, window: 'current' | 'compare'): Float64Array {
  const column = amounts[window]
  const divisor = Number(amounts.divisors[window])
  if (column.kind === 'double') {
    const doubles = new Float64Array(column.values.length)
    for (let row = 0; row < doubles.length; row++) {
      doubles[row] = finite((column.values[row]! || 0) / divisor)
    }
    return doubles
  }
  const denominator = divisor * 10 ** column.scale
  if (column.kind === 'safe' && Number.isSafeInteger(denominator)) {
    // Both sides of the division are exact doubles, so it rounds once, as the fraction would.
    const quotients = new Float64Array(column.units.length)
    for (let row = 0; row < quotients.length; row++) {
      quotients[row] = (column.units[row]! || 0) / denominator + 0
    }
    return quotients
  }
  const { length } = column.units
  return Float64Array.from({ length }, (_, row) => finite(amountAt(amounts, window, row)))
}

/** {@link differenceAt} for every group; NaN where it is not finite. */
export function differenceColumn(amounts: Amounts): Float64Array {
  const { current, compare } = amounts
  if (current.kind === 'safe' && compare.kind === 'safe') {
    const factors = commonFactors(amounts, current.scale, compare.scale)
    if (factors !== null) {
      return safeDifferences([current.units, compare.units], factors, (row) =>
        finite(differenceAt(amounts, row)),
      )
    }
  }
  if (current.kind === 'double' || compare.kind === 'double') {
    const before = amountColumn(amounts, 'compare')
    const changes = amountColumn(amounts, 'current')
    for (let row = 0; row < changes.length; row++) {
      changes[row] = finite(changes[row]! - before[row]!)
    }
    return changes
  }
  const { length } = current.units
  return Float64Array.from({ length }, (_, row) => finite(differenceAt(amounts, row)))
}

function safeDifferences(
  [current, compare]: readonly [Float64Array, Float64Array],
  factors: CommonFactors,
  exactAt: (row: number) => number,
): Float64Array {
  const { denominator } = factors
  const changes = new Float64Array(current.length)
  let least = 0
  let most = 0
  for (let row = 0; row < changes.length; row++) {
    const now = (current[row]! || 0) * factors.current
    const before = (compare[row]! || 0) * factors.compare
    if (now > most) most = now
    if (now < least) least = now
    if (before > most) most = before
    if (before < least) least = before
    changes[row] = (now - before) / denominator + 0
  }
  // No difference of two of these leaves the safe range.
  if (isSafe(2 * most) && isSafe(2 * least)) return changes
  for (let row = 0; row < changes.length; row++) {
    const now = (current[row]! || 0) * factors.current
    const before = (compare[row]! || 0) * factors.compare
    if (!(isSafe(now) && isSafe(before) && isSafe(now - before))) changes[row] = exactAt(row)
  }
  return changes
}

interface CommonFactors {
  readonly current: number
  readonly compare: number
  readonly denominator: number
}

/** The factors that give the units of both windows one denominator; null when a factor is not safe. */
function commonFactors({ divisors }: Amounts, now: number, before: number): CommonFactors | null {
  const current = divisors.current * 10n ** BigInt(now)
  const compare = divisors.compare * 10n ** BigInt(before)
  const shared = greatestDivisor(current, compare)
  const factors = {
    current: Number(compare / shared),
    compare: Number(current / shared),
    denominator: Number((current * compare) / shared),
  }
  return Object.values(factors).every(Number.isSafeInteger) ? factors : null
}

function isSafe(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER
}

/** NaN for an infinite number, and 0 for -0. */
function finite(value: number): number {
  return Number.isFinite(value) ? value + 0 : Number.NaN
}

import {
  commonDenominator,
  type Fraction,
  fractionToNumber,
  greatestDivisor,
  subtractFractions,
} from '../numbers/fraction.ts'
import type { NumberColumn } from '../request/source.ts'
import { type Amounts, amountAt, amountColumn, exactAmountAt, unitsAtRow } from './amounts.ts'

/** The totals of a ratio, and the integrals on the straight path between them that all its groups share. */
export interface RatioWeights {
  readonly numerator: Amounts
  readonly denominator: Amounts
  /** A power of two that brings D near to 1, so that products with it stay in range. */
  readonly scale: number
  /** `∫ (1-t)/D(t)² dt` for t from 0 to 1, over `scale`: the worth of `ΔN_i·D - N·ΔD_i` at the compare totals. */
  readonly compare: number
  /** `∫ t/D(t)² dt`, over `scale`: its worth at the current totals. */
  readonly current: number
}

/**
 * The Aumann–Shapley weights of a ratio N/D on the straight path from the compare to the current totals, in closed form.
 * The contribution of a group is `∫ (ΔN_i·D - N·ΔD_i)/D² dt`, and `ΔN_i·D - N·ΔD_i` is straight on the path. Contributions
 * of groups that partition the rows add up to the change of the ratio, and swapping the windows negates them. Null when
 * D is zero in a window or changes sign, for then the path meets a pole. The amounts are those of one overall row.
 */
export function ratioWeights(numerator: Amounts, denominator: Amounts): RatioWeights | null {
  const current = amountAt(denominator, 'current', 0)
  const compare = amountAt(denominator, 'compare', 0)
  if (compare === 0 || Math.sign(compare) !== Math.sign(current)) return null
  // The integrals of the way back are the same; from the smaller denominator nothing cancels.
  const back = Math.abs(current) < Math.abs(compare)
  const [from, to] = back ? [current, compare] : [compare, current]
  const { near, far } = pathIntegrals((to - from) / from)
  const scale = 2 ** Math.max(-1000, Math.min(1000, -Math.floor(Math.log2(Math.abs(from)))))
  const [begin, end] = [near / from / (from * scale), far / from / (from * scale)]
  const integrals = back ? { compare: end, current: begin } : { compare: begin, current: end }
  return { numerator, denominator, scale, ...integrals }
}

/**
 * The contribution of every group to the change of the ratio, in the ratio's units; all NaN without weights. The
 * products `ΔN_i·D` and `N·ΔD_i` are exact before they are subtracted (Dekker 1971), so that contributions keep their
 * digits when the change is small beside the ratio.
 */
export function quotientContributions(
  numerator: Amounts,
  denominator: Amounts,
  weights: RatioWeights | null,
): Float64Array {
  const above = wholeChanges(numerator)
  const contributions = above.values
  if (weights === null) return contributions.fill(Number.NaN)
  const below = wholeChanges(denominator)
  const total = (amounts: Amounts, window: 'current' | 'compare', { units }: WholeChanges) => {
    const { high, low } = amountInUnits(amounts, window, units)
    return { high: high * weights.scale, low: low * weights.scale }
  }
  const products = (window: 'current' | 'compare') =>
    crossProducts(
      { above, below },
      {
        above: total(weights.numerator, window, above),
        below: total(weights.denominator, window, below),
      },
    )
  const [compare, current] = [products('compare'), products('current')]
  const units = Number(above.units * below.units)
  for (let row = 0; row < contributions.length; row++) {
    const worth = compare[row]! * weights.compare + current[row]! * weights.current
    const contribution = worth / units
    contributions[row] = Number.isFinite(contribution) ? contribution + 0 : Number.NaN
  }
  return contributions
}

/** The changes of amounts in whole units where they are exact: `(values + rest) / units`. */
interface WholeChanges {
  readonly values: Float64Array
  /** The whole numbers less their doubles in `values`; null where all are 0. */
  readonly rest: Float64Array | null
  /** How many units are one; 1 where the amounts are doubles. */
  readonly units: bigint
}

/** The change of every group, without rounding where the amounts are exact; NaN where it is not finite. */
function wholeChanges(amounts: Amounts): WholeChanges {
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
interface Doubled {
  readonly high: number
  readonly low: number
}

/** An amount of the total in units. */
function amountInUnits(total: Amounts, window: 'current' | 'compare', units: bigint): Doubled {
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
  const now = divisors.current * 10n ** BigInt(getColumnScale(current))
  const before = divisors.compare * 10n ** BigInt(getColumnScale(compare))
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

/** `ΔN_i·D - N·ΔD_i` of every group, in units, at one pair of totals. */
function crossProducts(
  { above, below }: { readonly above: WholeChanges; readonly below: WholeChanges },
  total: { readonly above: Doubled; readonly below: Doubled },
): Float64Array {
  const { high: n, low: nLow } = total.above
  const { high: d, low: dLow } = total.below
  const nUpper = upperHalf(n)
  const nLower = n - nUpper
  const dUpper = upperHalf(d)
  const dLower = d - dUpper
  const { values: changesOfN } = above
  const { values: changesOfD } = below
  const products = new Float64Array(changesOfN.length)
  for (let row = 0; row < products.length; row++) {
    const a = changesOfN[row]!
    const b = changesOfD[row]!
    // The split of upperHalf, inline for speed.
    const aShifted = a * SPLIT
    const aUpper = aShifted - (aShifted - a)
    const aLower = a - aUpper
    const bShifted = b * SPLIT
    const bUpper = bShifted - (bShifted - b)
    const bLower = b - bUpper
    const first = a * d
    const second = n * b
    const firstRest = aUpper * dUpper - first + aUpper * dLower + aLower * dUpper + aLower * dLower
    const secondRest =
      bUpper * nUpper - second + bUpper * nLower + bLower * nUpper + bLower * nLower
    products[row] = first - second + (firstRest - secondRest + (a * dLow - b * nLow))
  }
  addRests(products, { above: above.rest, below: below.rest }, { n, d })
  return products
}

/** Adds what the doubles of the changes left of them. */
function addRests(
  products: Float64Array,
  rests: { readonly above: Float64Array | null; readonly below: Float64Array | null },
  { n, d }: { readonly n: number; readonly d: number },
): void {
  const { above, below } = rests
  if (above === null && below === null) return
  for (let row = 0; row < products.length; row++) {
    products[row]! += (above?.[row] ?? 0) * d - (below?.[row] ?? 0) * n
  }
}

/** Splits a double into halves of 26 bits (Veltkamp). */
const SPLIT = 2 ** 27 + 1

function upperHalf(value: number): number {
  const shifted = value * SPLIT
  return shifted - (shifted - value)
}

/** Below this u the closed forms lose digits and the series need few terms. */
const SERIES_LIMIT = 0.1

/** `∫ (1-t)/(1+ut)² dt` and `∫ t/(1+ut)² dt` for t from 0 to 1, for u of 0 or more. Together they are `1/(1+u)`. */
function pathIntegrals(u: number): { readonly near: number; readonly far: number } {
  if (u > SERIES_LIMIT) {
    const mean = Math.log1p(u) / u
    return { near: (1 - mean) / u, far: (mean - 1 / (1 + u)) / u }
  }
  let near = 0
  let far = 0
  let power = 1
  for (let k = 0; Math.abs(power) > 1e-18; k++) {
    near += power / (k + 2)
    far += (power * (k + 1)) / (k + 2)
    power *= -u
  }
  return { near, far }
}

/** Both sides of a ratio, exact. */
export interface ExactRatio {
  readonly numerator: Amounts
  readonly denominator: Amounts
}

/** The ratio of amounts that are both exact; null when one is only known as a double. */
export function exactRatio(numerator: Amounts, denominator: Amounts): ExactRatio | null {
  const columns = [numerator.current, numerator.compare, denominator.current, denominator.compare]
  return columns.every(({ kind }) => kind !== 'double') ? { numerator, denominator } : null
}

/**
 * The ratio of each group in a window, divided once, so that equal fractions give equal numbers.
 * NaN in a window without rows and for a zero denominator.
 */
export function ratioValues(
  ratio: ExactRatio,
  window: 'current' | 'compare',
  present: Float64Array,
): Float64Array {
  const slow = (row: number): number => {
    const value = ratioAt(ratio, window, row)
    return value === null ? Number.NaN : fractionToNumber(value)
  }
  const above = ratio.numerator[window]
  const below = ratio.denominator[window]
  if (above.kind !== 'safe' || below.kind !== 'safe') {
    return present.map((count, row) => (count === 0 ? Number.NaN : slow(row)))
  }
  const { up, down } = wholeFactors(ratio, window)
  const values = new Float64Array(present.length)
  for (let row = 0; row < values.length; row++) {
    // A division of whole doubles rounds once, as that of the fraction.
    const top = (above.units[row]! || 0) * up
    const bottom = (below.units[row]! || 0) * down
    const safe = Math.abs(top) <= MAX_SAFE && Math.abs(bottom) <= MAX_SAFE
    if (present[row] === 0 || bottom === 0) values[row] = Number.NaN
    else values[row] = safe ? top / bottom + 0 : slow(row)
  }
  return values
}

const MAX_SAFE = Number.MAX_SAFE_INTEGER

/** The whole factors of the units of both sides of a ratio. */
function wholeFactors(
  { numerator, denominator }: ExactRatio,
  window: 'current' | 'compare',
): { readonly up: number; readonly down: number } {
  const above = numerator.divisors[window] * 10n ** BigInt(getColumnScale(numerator[window]))
  const below = denominator.divisors[window] * 10n ** BigInt(getColumnScale(denominator[window]))
  const shared = greatestDivisor(above, below)
  return { up: Number(below / shared), down: Number(above / shared) }
}

function getColumnScale(column: NumberColumn): number {
  return column.kind === 'double' ? 0 : column.scale
}

/** The change of the ratio on a group, exact before it is a number; null when it is not defined on a side. */
export function ratioChange(ratio: ExactRatio, row: number): number | null {
  const current = ratioAt(ratio, 'current', row)
  const compare = ratioAt(ratio, 'compare', row)
  if (current === null || compare === null) return null
  return fractionToNumber(subtractFractions(current, compare))
}

/** {@link ratioChange} on every group; NaN where it is not defined. */
export function ratioChanges(ratio: ExactRatio): Float64Array {
  const { numerator, denominator } = ratio
  const slow = (row: number): number => ratioChange(ratio, row) ?? Number.NaN
  const [top, topBefore] = [numerator.current, numerator.compare]
  const [bottom, bottomBefore] = [denominator.current, denominator.compare]
  const changes = new Float64Array(top.kind === 'double' ? 0 : top.units.length)
  const isWhole =
    top.kind === 'safe' &&
    topBefore.kind === 'safe' &&
    bottom.kind === 'safe' &&
    bottomBefore.kind === 'safe'
  if (!isWhole) return changes.map((_, row) => slow(row))
  const now = wholeFactors(ratio, 'current')
  const before = wholeFactors(ratio, 'compare')
  for (let row = 0; row < changes.length; row++) {
    const below = (bottom.units[row]! || 0) * now.down
    const belowBefore = (bottomBefore.units[row]! || 0) * before.down
    const product = below * belowBefore
    const currentProduct = (top.units[row]! || 0) * now.up * belowBefore
    const compareProduct = (topBefore.units[row]! || 0) * before.up * below
    // Whole doubles that are safe are exact, and so is what they were multiplied from; one division rounds once.
    const safe =
      Math.abs(product) <= MAX_SAFE &&
      Math.abs(currentProduct) <= MAX_SAFE &&
      Math.abs(compareProduct) <= MAX_SAFE &&
      Math.abs(currentProduct - compareProduct) <= MAX_SAFE
    changes[row] =
      product !== 0 && safe ? (currentProduct - compareProduct) / product + 0 : slow(row)
  }
  return changes
}

function ratioAt(
  { numerator, denominator }: ExactRatio,
  window: 'current' | 'compare',
  row: number,
): Fraction | null {
  const above = exactAmountAt(numerator, window, row)
  const below = exactAmountAt(denominator, window, row)
  if (above === null || below === null || below.numerator === 0n) return null
  return {
    numerator: above.numerator * below.denominator,
    denominator: above.denominator * below.numerator,
  }
}

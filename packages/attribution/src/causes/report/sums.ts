import { meanWeight } from '../../numbers/mean-weight.ts'

/** The amounts of a group in both windows. Those of a sum have the denominator 1 in both. */
export interface Sums {
  current: number
  compare: number
  currentBelow: number
  compareBelow: number
}

/** The Aumann–Shapley contribution of a part to the change of a quotient of totals; of sums, the part's change. */
export function computePartContribution(part: Sums, totals: Sums): number {
  const [before, now] = [totals.compareBelow, totals.currentBelow]
  const numerator = part.current - part.compare
  const denominator = part.currentBelow - part.compareBelow
  if (before === 0 || now === 0 || Math.sign(before) !== Math.sign(now)) return 0
  if (before === now) {
    const middle = (totals.compare + totals.current) / 2
    return numerator / before - denominator * divideTwice(middle, before, before)
  }
  const weight = Math.log1p((now - before) / before) / (now - before)
  const slope = (totals.current - totals.compare) / (now - before)
  const start = totals.compare - slope * before
  return numerator * weight - denominator * (divideTwice(start, before, now) + slope * weight)
}

/** A number divided by two others, whose product may be beyond the doubles. */
function divideTwice(number: number, first: number, second: number): number {
  const product = first * second
  return Number.isFinite(product) ? number / product : number / first / second
}

/** How much of the change of a quotient came from the own rate of a part. */
export interface RatePart {
  /** NaN where the rate of the part has a pole between the windows. */
  readonly contribution: number
  /** The mean of its shares of the denominator; 0 where it has a rate in one window at most. */
  readonly weight: number
}

/**
 * The part of {@link computePartContribution} that came from the own rate of the part, at its mean weight; what is left
 * came from its weight. The same division as that of the tables of an attribution.
 */
export function computeRatePart(part: Sums, totals: Sums): RatePart {
  const { currentBelow: now, compareBelow: before } = part
  if (now === 0) return { contribution: part.current === 0 ? 0 : Number.NaN, weight: 0 }
  if (before === 0) return { contribution: part.compare === 0 ? 0 : Number.NaN, weight: 0 }
  if (now > 0 !== before > 0) return { contribution: Number.NaN, weight: 0 }
  const weight = meanWeight(now / totals.currentBelow, before / totals.compareBelow)
  return { contribution: computeRateChange(part) * weight, weight }
}

/** Rates that differ by less of their size are equal. */
const ROUNDING = 1e-9

/** The change of the own rate of a part, 0 within rounding; NaN without a rate in a window. */
export function computeRateChange({ current, compare, currentBelow, compareBelow }: Sums): number {
  const [now, before] = [current / currentBelow, compare / compareBelow]
  const change = now - before
  if (!Number.isFinite(change)) return Number.NaN
  return Math.abs(change) <= ROUNDING * Math.max(Math.abs(now), Math.abs(before)) ? 0 : change
}

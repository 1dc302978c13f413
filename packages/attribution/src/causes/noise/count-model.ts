import { inSpans } from '@tributary/core/internal'
import { type Cuboid, cellsOfLeaves, type Lattice } from '../leaves/lattice.ts'
import type { Leaves } from '../leaves/leaves.ts'
import { negativeBinomialNats } from './negative-binomial.ts'

/** Numerators of a quotient as counts: the expected ones, and how well the past tells them. */
export interface CountModel {
  /** The numerators of the current window, in units. */
  readonly counts: Float64Array
  /** The numerators that the past leads to expect, in units; more than 0. */
  readonly expected: Float64Array
  /** The shape of the gamma distribution that the past leaves for the rate of each leaf. */
  readonly certainty: Float64Array
  /** The amount of a unit: 1 for counts; of other amounts, the variance of small ones over their mean. */
  readonly unit: number
}

/** Earlier windows that rates are learned from, beside the compare window. */
const EARLIER = 3
/** The shapes of the prior of a leaf's rate that are tried: the events that the prior counts for. */
const PRIORS = [0.3, 0.6, 1, 1.5, 2, 3, 5, 8, 12, 20, 40, 100, 300, 1000]
/** Expected counts are at least so much: where nothing was, something may come. */
const LEAST_EXPECTED = 1e-6

/**
 * The expected numerator of each leaf: its denominator times its rate. From the whole to ever finer segments, each one's past
 * corrects the rate of its leaves by a gamma prior around what coarser ones make expect. The shape of the prior is the one
 * under which the numerators before are likeliest (empirical Bayes), for each combination of dimensions.
 */
export function* fitCountModel(lattice: Lattice): Generator<void, CountModel> {
  const { leaves } = lattice
  const past: Past = {
    top: sumWindows(leaves.compare, leaves.history),
    bottom: sumWindows(leaves.compareDenominator!, leaves.historyDenominators),
    rates: new Float64Array(leaves.count),
  }
  const overall = sumEntries(past.top) / sumEntries(past.bottom)
  if (overall > 0 && Number.isFinite(overall)) past.rates.fill(overall)
  const { count } = leaves
  const unit = yield* estimateUnit(leaves, past)
  const certainty = new Float64Array(count).fill(1)
  const coarseFirst = lattice.cuboids.toSorted((a, b) => a.dimensions.length - b.dimensions.length)
  for (const cuboid of coarseFirst) yield* correctRates(past, { lattice, cuboid, unit, certainty })
  const counts = leaves.current.map((amount) => amount / unit)
  const expected = leaves.currentDenominator!.map((size, leaf) =>
    Math.max((size * past.rates[leaf]!) / unit, LEAST_EXPECTED),
  )
  return { counts, expected, certainty, unit }
}

/** Numerators and denominators before, and the rates that they make expect so far. */
interface Past {
  readonly top: Float64Array
  readonly bottom: Float64Array
  readonly rates: Float64Array
}

interface Correction {
  readonly lattice: Lattice
  readonly cuboid: Cuboid
  readonly unit: number
  /** Written: the events that tell the rate of each leaf. */
  readonly certainty: Float64Array
}

function* correctRates(
  { top, bottom, rates }: Past,
  { lattice, cuboid, unit, certainty }: Correction,
): Generator<void> {
  const cellOf = cellsOfLeaves(lattice, cuboid)
  const events = new Float64Array(cuboid.cells)
  const fitted = new Float64Array(cuboid.cells)
  yield* inSpans(cellOf.length, (from, to) => {
    for (let leaf = from; leaf < to; leaf++) {
      events[cellOf[leaf]!]! += top[leaf]! / unit
      fitted[cellOf[leaf]!]! += (rates[leaf]! * bottom[leaf]!) / unit
    }
  })
  const prior = yield* fitPrior(events, fitted)
  yield* inSpans(cellOf.length, (from, to) => {
    for (let leaf = from; leaf < to; leaf++) {
      const cell = cellOf[leaf]!
      rates[leaf]! *= (events[cell]! + prior) / (fitted[cell]! + prior)
      certainty[leaf] = events[cell]! + prior
    }
  })
}

function sumWindows(compare: Float64Array, history: readonly Float64Array[]): Float64Array {
  const sums = Float64Array.from(compare)
  for (const window of history.slice(0, EARLIER)) {
    for (let leaf = 0; leaf < sums.length; leaf++) sums[leaf]! += window[leaf]!
  }
  return sums
}

/** Cells whose past tells a prior, at most. */
const SAMPLE = 2000

function* fitPrior(events: Float64Array, fitted: Float64Array): Generator<void, number> {
  const every = Math.ceil(events.length / SAMPLE)
  let [best, most] = [1, Number.NEGATIVE_INFINITY]
  for (const prior of PRIORS) {
    let nats = 0
    for (let cell = 0; cell < events.length; cell += every) {
      if (fitted[cell]! > 0) nats += negativeBinomialNats(events[cell]!, fitted[cell]!, prior)
    }
    if (nats > most) [best, most] = [prior, nats]
    yield
  }
  return best
}

/** The median of the square of a standard normal value. */
const MEDIAN_SQUARE = 0.455
/** Amounts vary by so many times more than counts, or by such a part, where they are no counts. */
const NO_COUNTS = { more: 8, less: 0.25 } as const
/** Of smaller counts the median deviation says nothing of their variance. */
const LARGE_COUNT = 5
/** Leaves that tell a variance, at least. */
const ENOUGH = 8
/** A unit is at least this part of the median amount: leaves are not expected to repeat more exactly. */
const LEAST_UNIT = 1e-4

/**
 * The amount of a unit: of whole numbers, one, unless leaves deviate from their own past by much more, as sums of money do, or
 * by much less, as averages do. More shows in small leaves, for large ones also scatter; less shows in large ones.
 */
function* estimateUnit(
  { current, compare, history, currentDenominator }: Leaves,
  { top, bottom }: Past,
): Generator<void, number> {
  const step = commonStep([current, compare, ...history.slice(0, EARLIER)])
  const own: {
    readonly amount: number
    readonly ratio: number
    readonly variance: number
    readonly now: number
  }[] = []
  for (let leaf = 0; leaf < top.length; leaf++) {
    const exposure = currentDenominator![leaf]! / bottom[leaf]!
    const amount = exposure * top[leaf]!
    if (!(amount > 0) || !Number.isFinite(amount)) continue
    const now = current[leaf]!
    own.push({ amount, ratio: now / amount, variance: amount * (1 + exposure), now })
  }
  yield
  if (own.length < ENOUGH) return step || 1
  const level = findMedian(own.map(({ ratio }) => ratio)) || 1
  const bySize = own.toSorted((a, b) => a.amount - b.amount)
  const middle = bySize.length >> 1
  const dispersion = (leaves: typeof own) =>
    findMedian(leaves.map(({ amount, now, variance }) => (now / level - amount) ** 2 / variance)) /
    MEDIAN_SQUARE
  const least = LEAST_UNIT * bySize[middle]!.amount
  if (step === 0) return Math.max(least, dispersion(bySize.slice(middle)))
  const small = dispersion(bySize.slice(0, middle))
  if (small > NO_COUNTS.more * step) return small
  const large = bySize.slice(middle).filter(({ amount }) => amount >= LARGE_COUNT * step)
  const dispersionOfLarge = large.length < ENOUGH ? step : dispersion(large)
  return dispersionOfLarge < NO_COUNTS.less * step ? Math.max(least, dispersionOfLarge) : step
}

function findMedian(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[sorted.length >> 1] ?? 0
}

/** The largest of some powers of two that all values are whole multiples of; 0 where there is none. */
function commonStep(windows: readonly Float64Array[]): number {
  let step = 2 ** 20
  for (const values of windows) {
    for (const value of values) {
      while (value % step !== 0 && step >= 2 ** -10) step /= 2
      if (step < 2 ** -10) return 0
    }
  }
  return step
}

function sumEntries(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

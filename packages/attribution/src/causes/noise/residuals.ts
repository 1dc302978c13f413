import { cellsOfLeaves, type Lattice } from '../leaves/lattice.ts'
import type { EncodedDimension, Leaves } from '../leaves/leaves.ts'
import { addWeightedNumber, weightedMedian, weightedNumbers } from './weighted-median.ts'

/** The difference of each leaf from its expectation. */
export interface Residuals {
  /** `current - expected`. */
  readonly differences: Float64Array
  /** The size of what is expected, at least 0: variances and shifts are in proportion to it. */
  readonly size: Float64Array
  readonly expected: Float64Array
  /** The same differences of earlier windows, the latest first. */
  readonly past: readonly Float64Array[]
  /** The size of what was expected in the latest of these windows. */
  readonly pastSizes: readonly Float64Array[]
  /** By what the whole moved, as most of it did; 1 where it moved by a shift. */
  readonly factor: number
  /** How the whole moved in this window and in the earlier ones: logarithms of factors, or shifts of the rate. */
  readonly levels: readonly number[]
  /** The power of two that all values are whole multiples of: 1 for whole numbers; 0 where there is none. */
  readonly step: number
  /** Whether rates have both signs, so that the whole moves by a shift. */
  readonly isSigned: boolean
}

/** Windows that an expectation is the mean of, at most. */
const BASE = 4
/** Earlier windows whose sizes are kept. */
const SIZES = 3

/** A link function, as those of generalized linear models: the scale on which the whole moves. */
interface Link {
  /** The level that moves nothing. */
  readonly neutral: number
  /** An expectation after a move of the whole; `weight` is its denominator. */
  move(expected: number, weight: number, level: number): number
  /** Moves the rate of each leaf by the level of its cell. */
  moveRates(rates: Float64Array, levels: Float64Array, cellOf: Uint32Array): void
  /** The numerators and denominators of the levels that values stand for. */
  toMoves(values: Values): Moves
  /** Whether a denominator counts, and a numerator where the level of the whole is measured. */
  isVolume(below: number): boolean
  isMove(above: number): boolean
  /** The levels that correct the rates of segments, shrunk to none by a prior weight in the denominator. */
  shrink(sums: RateSums, prior: Prior): Float64Array
  /** A level on the scale of the link. */
  toScale(level: number): number
}

/** Values, what is expected in their place, and their denominators. */
interface Values {
  readonly actual: Float64Array
  readonly expected: Float64Array
  readonly weight: Float64Array
}

interface Moves {
  readonly above: Float64Array
  readonly below: Float64Array
}

/** The prior of the rate of a segment. */
interface Prior {
  readonly weight: number
  readonly rate: number
}

/** The whole moves by a factor. */
const LOG: Link = {
  neutral: 1,
  move: (expected, _, level) => expected * level,
  moveRates(rates, levels, cellOf) {
    for (let leaf = 0; leaf < cellOf.length; leaf++) rates[leaf]! *= levels[cellOf[leaf]!]!
  },
  toMoves: ({ actual, expected }) => ({ above: actual, below: expected }),
  isVolume: (below) => below > 0,
  isMove: (above) => above > 0,
  shrink({ above, fitted }, { weight, rate }) {
    const factors = new Float64Array(above.length)
    const prior = weight * rate
    for (let cell = 0; cell < factors.length; cell++) {
      factors[cell] = (above[cell]! + prior) / (fitted[cell]! + prior)
    }
    return factors
  },
  toScale: Math.log,
}

/** The whole moves by a shift of the rate: rates of both signs have no common factor. */
const IDENTITY: Link = {
  neutral: 0,
  move: (expected, weight, level) => expected + level * weight,
  moveRates(rates, levels, cellOf) {
    for (let leaf = 0; leaf < cellOf.length; leaf++) rates[leaf]! += levels[cellOf[leaf]!]!
  },
  toMoves({ actual, expected, weight }) {
    const above = new Float64Array(actual.length)
    for (let index = 0; index < above.length; index++) {
      above[index] = actual[index]! - expected[index]!
    }
    return { above, below: weight }
  },
  isVolume: (below) => below !== 0,
  isMove: () => true,
  shrink({ above, below, fitted }, { weight }) {
    const shifts = new Float64Array(above.length)
    for (let cell = 0; cell < shifts.length; cell++) {
      const denominator = below[cell]!
      const difference = above[cell]! - fitted[cell]!
      shifts[cell] = difference / (denominator < 0 ? denominator - weight : denominator + weight)
    }
    return shifts
  },
  toScale: (level) => level,
}

/** The values of windows, the current one first, and how each is expected from those before it. */
interface Series {
  readonly windows: readonly Float64Array[]
  readonly link: Link
  /** The expectation of a window from those with some indexes, before the whole moved. */
  forecast(window: number, base: readonly number[]): Generator<void, Forecast>
}

interface Forecast {
  readonly mean: Float64Array
  /** The denominator; the mean itself where there is none. */
  readonly weight: Float64Array
  /** The sizes of leaves of which something is expected. */
  toSizes(expected: Float64Array): Float64Array
}

/** Expectations of additive leaves: the mean of the windows before, each brought to the level of the window. */
export function* additiveResiduals(leaves: Leaves): Generator<void, Residuals> {
  const windows = [leaves.current, leaves.compare, ...leaves.history]
  function* forecast(window: number, base: readonly number[]): Generator<void, Forecast> {
    const actual = windows[window]!
    const mean = new Float64Array(actual.length)
    const level = sumValues(windows[window + 1]!)
    for (const index of base) {
      const values = windows[index]!
      const scale = scaleTo(level, sumValues(values)) / base.length
      for (let leaf = 0; leaf < mean.length; leaf++) mean[leaf]! += values[leaf]! * scale
      yield
    }
    // A leaf that was not there before has the size that it has now: a new segment is as alike as a grown one.
    const toSizes = (expected: Float64Array) =>
      expected.map((value, leaf) => Math.abs(value) || Math.abs(actual[leaf]!))
    return { mean, weight: mean, toSizes }
  }
  const residuals = yield* computeResiduals(leaves, { windows, link: LOG, forecast })
  return { ...residuals, step: yield* findCommonStep(windows) }
}

/**
 * Expectations of numerators: the denominator of the window times the rate of the windows before, which for a leaf with
 * little in the denominator is shrunk to the rate of coarser segments.
 */
export function* ratioResiduals(lattice: Lattice): Generator<void, Residuals> {
  const { leaves } = lattice
  const above = [leaves.current, leaves.compare, ...leaves.history]
  const below = [
    leaves.currentDenominator!,
    leaves.compareDenominator!,
    ...leaves.historyDenominators,
  ]
  const isSigned = [...above, ...below].some((column) => column.some((value) => value < 0))
  const link = isSigned ? IDENTITY : LOG
  function* forecast(window: number, base: readonly number[]): Generator<void, Forecast> {
    const [top, bottom] = [sumColumns(above, base), sumColumns(below, base)]
    yield
    const [now, weight] = [above[window]!, below[window]!]
    const rates = yield* shrinkRates(lattice, { top, bottom, now, weight, link })
    yield
    const toSizes = (expected: Float64Array) => {
      if (isSigned) return weight.map(Math.abs)
      const overallRate = Math.abs(sumValues(top) / sumValues(bottom))
      const rate = Number.isFinite(overallRate) && overallRate > 0 ? overallRate : 1
      // Half by the own rate, half by the common one, so that a leaf without numerators has a size too.
      return expected.map((value, leaf) => (Math.abs(value) + weight[leaf]! * rate) / 2)
    }
    return { mean: weight.map((size, leaf) => size * rates[leaf]!), weight, toSizes }
  }
  return yield* computeResiduals(leaves, { windows: above, link, forecast })
}

function* computeResiduals(
  leaves: Leaves,
  { windows, link, forecast }: Series,
): Generator<void, Residuals> {
  const last = windows.length - 1
  const errors: Float64Array[] = []
  const sizes: Float64Array[] = []
  const levels: number[] = []
  let [expected, factor] = [leaves.compare, 1]
  for (let window = 0; window < last; window++) {
    const base = [...windows.keys()].slice(window + 1, window + 1 + BASE)
    if (window > 0 && base.length < Math.min(2, last)) break
    const { mean, weight, toSizes } = yield* forecast(window, base)
    const actual = windows[window]!
    const values = { actual, expected: mean, weight }
    const level =
      last === 1 ? findPooledLevel(leaves, link, values) : findCommonLevel(leaves, link, values)
    levels.push(link.toScale(level))
    // An error of a mean of fewer windows is larger by itself.
    const common =
      window === 0 ? 1 : Math.sqrt((1 + 1 / Math.min(BASE, last)) / (1 + 1 / base.length))
    const moved = new Float64Array(mean.length)
    const differences = new Float64Array(mean.length)
    for (let leaf = 0; leaf < moved.length; leaf++) {
      moved[leaf] = link.move(mean[leaf]!, weight[leaf]!, level)
      differences[leaf] = (actual[leaf]! - moved[leaf]!) * common
    }
    errors.push(differences)
    if (window === 0) {
      expected = moved
      factor = link === LOG ? level : 1
    }
    if (window <= SIZES) sizes.push(withFloor(toSizes(moved)))
    yield
  }
  return {
    differences: errors[0]!,
    size: sizes[0]!,
    expected,
    past: errors.slice(1),
    pastSizes: sizes.slice(1),
    factor,
    levels,
    step: 0,
    isSigned: link === IDENTITY,
  }
}

/** Steps that are looked for: amounts are counted in no larger ones, and rounded to no smaller ones. */
const STEPS = { largest: 2 ** 20, smallest: 2 ** -10 } as const

function* findCommonStep(windows: readonly Float64Array[]): Generator<void, number> {
  let step: number = STEPS.largest
  for (const values of windows) {
    for (const value of values) {
      while (value % step !== 0 && step >= STEPS.smallest) step /= 2
      if (step < STEPS.smallest) return 0
    }
    yield
  }
  return step
}

/**
 * Prior weights of a rate, in leaves of mean size: a segment counts for as if it had so much of the rate that coarser segments
 * make expect. The others are taken where they predict the window clearly better: smaller ones where rates differ by nature,
 * larger ones where they differ by chance.
 */
const PRIOR_WEIGHT = 4
const OTHER_PRIOR_WEIGHTS = [1e-6, 0.25, 1, 16]
const CLEARLY_BETTER = 0.9

/** The numerators and denominators that rates are learned from, and those of the window that they are to predict. */
interface RateData {
  readonly top: Float64Array
  readonly bottom: Float64Array
  readonly now: Float64Array
  readonly weight: Float64Array
  readonly link: Link
}

/**
 * The rate of each leaf by shrinkage. From the whole to ever finer segments, each one's rate corrects that of its leaves:
 * almost fully where it has much in its denominator, and little where it has not.
 */
function* shrinkRates(lattice: Lattice, data: RateData): Generator<void, Float64Array> {
  const { top, bottom, link } = data
  const overallRate = sumValues(top) / sumValues(bottom)
  if (!Number.isFinite(overallRate) || (overallRate === 0 && link === LOG))
    return new Float64Array(top.length)
  const rates = new Float64Array(top.length).fill(overallRate)
  const meanSize = sumSizes(bottom) / bottom.length
  const coarseFirst = lattice.cuboids.toSorted((a, b) => a.dimensions.length - b.dimensions.length)
  for (const cuboid of coarseFirst) {
    const cellOf = cellsOfLeaves(lattice, cuboid)
    const sums = sumRates(cuboid.cells, cellOf, { ...data, rates })
    yield
    const correction = yield* findBestCorrection(sums, { rate: overallRate, meanSize, link })
    link.moveRates(rates, correction, cellOf)
    yield
  }
  return rates
}

/** Sums of the leaves of each cell. */
interface RateSums {
  readonly above: Float64Array
  readonly below: Float64Array
  /** The numerators that the rates make of the denominators. */
  readonly fitted: Float64Array
  /** The same three of the window that is predicted. */
  readonly now: Float64Array
  readonly weight: Float64Array
  readonly predicted: Float64Array
}

function sumRates(
  cells: number,
  cellOf: ArrayLike<number>,
  { top, bottom, now, weight, rates }: RateData & { readonly rates: Float64Array },
): RateSums {
  const [above, below, fitted] = createColumns(cells)
  const [nowSums, weights, predicted] = createColumns(cells)
  for (let leaf = 0; leaf < cellOf.length; leaf++) {
    const cell = cellOf[leaf]!
    const rate = rates[leaf]!
    above[cell]! += top[leaf]!
    below[cell]! += bottom[leaf]!
    fitted[cell]! += rate * bottom[leaf]!
    nowSums[cell]! += now[leaf]!
    weights[cell]! += weight[leaf]!
    predicted[cell]! += rate * weight[leaf]!
  }
  return { above, below, fitted, now: nowSums, weight: weights, predicted }
}

function createColumns(cells: number): readonly [Float64Array, Float64Array, Float64Array] {
  return [new Float64Array(cells), new Float64Array(cells), new Float64Array(cells)]
}

/** By cell, the level that corrects its rate, with the prior weight that predicts the window best. */
function* findBestCorrection(
  sums: RateSums,
  {
    rate,
    meanSize,
    link,
  }: { readonly rate: number; readonly meanSize: number; readonly link: Link },
): Generator<void, Float64Array> {
  const usual = link.shrink(sums, { weight: PRIOR_WEIGHT * meanSize, rate })
  let best = { correction: usual, error: CLEARLY_BETTER * computeRateError(sums, usual, link) }
  for (const priorWeight of OTHER_PRIOR_WEIGHTS) {
    yield
    const correction = link.shrink(sums, { weight: priorWeight * meanSize, rate })
    const error = computeRateError(sums, correction, link)
    if (error < best.error) best = { correction, error }
  }
  return best.correction
}

/** The sum of absolute errors after the common level is taken away: a few segments that moved by themselves hardly count. */
function computeRateError(
  { now, weight, predicted }: RateSums,
  correction: Float64Array,
  link: Link,
): number {
  const corrected = new Float64Array(predicted.length)
  for (let cell = 0; cell < corrected.length; cell++) {
    corrected[cell] = link.move(predicted[cell]!, weight[cell]!, correction[cell]!)
  }
  const { above, below } = link.toMoves({ actual: now, expected: corrected, weight })
  const levels = weightedNumbers(corrected.length)
  for (let cell = 0; cell < below.length; cell++) {
    const volume = below[cell]!
    if (link.isVolume(volume)) addWeightedNumber(levels, above[cell]! / volume, Math.abs(volume))
  }
  const level = weightedMedian(levels, link.neutral)
  let error = 0
  for (let cell = 0; cell < corrected.length; cell++) {
    error += Math.abs(now[cell]! - link.move(corrected[cell]!, weight[cell]!, level))
  }
  return error
}

/** The part of the size above which one value tells the level of its dimension by itself. */
const DOMINANT = 0.5

/**
 * The level by which the whole moved: by dimension the one by which the values moved in the median of their volume, and of
 * these the one nearest to no move. A large cause moves the values of all other dimensions, but only one of its own. A
 * dimension one of whose values holds most of the volume says nothing but how the whole moved.
 */
function findCommonLevel(leaves: Leaves, link: Link, leafValues: Values): number {
  const moves = link.toMoves(leafValues)
  const medians = leaves.dimensions.map((dimension) => findLevelAlong(dimension, link, moves))
  const telling = medians.filter(({ largestPart }) => largestPart <= DOMINANT)
  let nearest = Number.NaN
  for (const { level } of telling.length > 0 ? telling : medians) {
    const isNearer = Math.abs(link.toScale(level)) < Math.abs(link.toScale(nearest))
    if (isNearer || Number.isNaN(nearest)) nearest = level
  }
  return Number.isNaN(nearest) ? link.neutral : nearest
}

/** The level by which the segments of one dimension moved in the median of their volume, over all dimensions. */
function findPooledLevel({ dimensions }: Leaves, link: Link, leafValues: Values): number {
  const moves = link.toMoves(leafValues)
  const levels = weightedNumbers(dimensions.reduce((sum, { values }) => sum + values.length, 0))
  for (const { values, codes } of dimensions) {
    const above = new Float64Array(values.length)
    const below = new Float64Array(values.length)
    for (let leaf = 0; leaf < codes.length; leaf++) {
      above[codes[leaf]!]! += moves.above[leaf]!
      below[codes[leaf]!]! += moves.below[leaf]!
    }
    for (const [code, volume] of below.entries()) {
      if (link.isVolume(volume) && link.isMove(above[code]!))
        addWeightedNumber(levels, above[code]! / volume, Math.abs(volume))
    }
  }
  return weightedMedian(levels, link.neutral)
}

function findLevelAlong(
  { values, codes }: EncodedDimension,
  link: Link,
  moves: Moves,
): { readonly level: number; readonly largestPart: number } {
  const above = new Float64Array(values.length)
  const below = new Float64Array(values.length)
  for (let leaf = 0; leaf < codes.length; leaf++) {
    above[codes[leaf]!]! += moves.above[leaf]!
    below[codes[leaf]!]! += moves.below[leaf]!
  }
  const levels = weightedNumbers(values.length)
  let [largest, total] = [0, 0]
  for (const [code, volume] of below.entries()) {
    largest = Math.max(largest, Math.abs(volume))
    total += Math.abs(volume)
    if (link.isVolume(volume) && link.isMove(above[code]!))
      addWeightedNumber(levels, above[code]! / volume, Math.abs(volume))
  }
  return { level: weightedMedian(levels, link.neutral), largestPart: largest / total }
}

/** The factor by which the segments of one dimension moved in the median of their volume, over all dimensions. */
export function commonFactor(leaves: Leaves, actual: Float64Array, expected: Float64Array): number {
  return findCommonLevel(leaves, LOG, { actual, expected, weight: expected })
}

/** A leaf that was not there before has the size of a small one, so that it may have some variance. */
function withFloor(size: Float64Array): Float64Array {
  let [sum, count] = [0, 0]
  for (const leafSize of size) {
    if (leafSize > 0) {
      sum += leafSize
      count++
    }
  }
  const floor = count === 0 ? 1 : (0.1 * sum) / count
  for (let leaf = 0; leaf < size.length; leaf++) if (size[leaf]! === 0) size[leaf] = floor
  return size
}

/** The sum of some of the columns, leaf by leaf. */
function sumColumns(
  columns: readonly Float64Array[],
  indexes: readonly number[],
): Float64Array<ArrayBuffer> {
  const sums = new Float64Array(columns[0]!.length)
  for (const index of indexes) {
    const column = columns[index]!
    for (let leaf = 0; leaf < sums.length; leaf++) sums[leaf]! += column[leaf]!
  }
  return sums
}

function sumSizes(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += Math.abs(value)
  return sum
}

function sumValues(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

function scaleTo(level: number, total: number): number {
  return total > 0 && level > 0 ? level / total : 1
}

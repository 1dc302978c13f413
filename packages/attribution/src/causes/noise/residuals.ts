import { cellsOfLeaves, type Lattice } from '../leaves/lattice.ts'
import type { Leaves } from '../leaves/leaves.ts'
import { addWeightedNumber, weightedMedian, weightedNumbers } from './weighted-median.ts'

/** What each leaf differs by from what is expected. */
export interface Residuals {
  /** `current - expected`. */
  readonly rest: Float64Array
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

/** Expectations of additive leaves: the mean of the windows before, each brought to the level of the window. */
export function* additiveResiduals(leaves: Leaves): Generator<void, Residuals> {
  const windows = [leaves.current, leaves.compare, ...leaves.history]
  const last = windows.length - 1
  const errors: Float64Array[] = []
  const sizes: Float64Array[] = []
  let expected = leaves.compare
  let factor = 1
  const levels: number[] = []
  for (let window = 0; window < last; window++) {
    const base = windows.slice(window + 1, window + 1 + BASE)
    if (window > 0 && base.length < Math.min(2, last)) break
    const actual = windows[window]!
    const mean = new Float64Array(actual.length)
    const level = sumValues(windows[window + 1]!)
    for (const baseValues of base) {
      const scale = scaleTo(level, sumValues(baseValues)) / base.length
      for (let leaf = 0; leaf < mean.length; leaf++) mean[leaf]! += baseValues[leaf]! * scale
      yield
    }
    const moved = commonFactor(leaves, actual, mean)
    levels.push(Math.log(moved * scaleTo(level, sumValues(windows[window + 1]!))))
    // An error of a mean of fewer windows is larger by itself.
    const common = Math.sqrt((1 + 1 / Math.min(BASE, last)) / (1 + 1 / base.length))
    const leafResiduals = new Float64Array(actual.length)
    for (let leaf = 0; leaf < leafResiduals.length; leaf++) {
      mean[leaf]! *= moved
      leafResiduals[leaf] = actual[leaf]! - mean[leaf]!
      if (window > 0) leafResiduals[leaf]! *= common
    }
    if (window === 0) {
      expected = mean
      factor = moved * scaleTo(level, sumValues(leaves.compare))
    }
    errors.push(leafResiduals)
    if (window <= SIZES) {
      // A leaf that was not there before has the size that it has now: a new segment is as alike as a grown one.
      sizes.push(
        withFloor(
          mean.map((expectedValue, leaf) => Math.abs(expectedValue) || Math.abs(actual[leaf]!)),
        ),
      )
    }
    yield
  }
  return {
    rest: errors[0]!,
    size: sizes[0]!,
    expected,
    past: errors.slice(1),
    pastSizes: sizes.slice(1),
    factor,
    levels,
    step: yield* findCommonStep(windows),
    isSigned: false,
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
 * Expectations of numerators: the denominator of the window times the rate of the windows before, which for a leaf with
 * little in the denominator is drawn to the rate that its values make expect.
 */
export function* ratioResiduals(lattice: Lattice): Generator<void, Residuals> {
  const { leaves } = lattice
  const above = [leaves.current, leaves.compare, ...leaves.history]
  const below = [
    leaves.currentDenominator!,
    leaves.compareDenominator!,
    ...leaves.historyDenominators,
  ]
  const last = above.length - 1
  const errors: Float64Array[] = []
  const sizes: Float64Array[] = []
  let expected = leaves.compare
  let factor = 1
  const levels: number[] = []
  // Rates of both signs have no common factor, but they may have a common shift.
  const isSigned = [...above, ...below].some((column) => column.some((one) => one < 0))
  for (let window = 0; window < last; window++) {
    const base = [...above.keys()].slice(window + 1, window + 1 + BASE)
    if (window > 0 && base.length < Math.min(2, last)) break
    const sum = (columns: readonly Float64Array[]) =>
      columns[0]!.map((_, leaf) =>
        base.reduce((total, windowIndex) => total + columns[windowIndex]![leaf]!, 0),
      )
    const [top, bottom] = [sum(above), sum(below)]
    yield
    const [now, weight] = [above[window]!, below[window]!]
    const rates = yield* shrunkRates(lattice, { top, bottom, isSigned }, { now, weight })
    yield
    const mean = weight.map((denominator, leaf) => denominator * rates[leaf]!)
    const level = isSigned
      ? commonShift(leaves, { now, mean, weight })
      : commonFactor(leaves, now, mean)
    levels.push(isSigned ? level : Math.log(level))
    const common = Math.sqrt((1 + 1 / Math.min(BASE, last)) / (1 + 1 / base.length))
    const moved = mean.map((fittedValue, leaf) =>
      isSigned ? fittedValue + level * weight[leaf]! : fittedValue * level,
    )
    const leafResiduals = moved.map(
      (expectedValue, leaf) => (now[leaf]! - expectedValue) * (window === 0 ? 1 : common),
    )
    if (window === 0) {
      expected = moved
      factor = isSigned ? 1 : level
    }
    errors.push(leafResiduals)
    if (window <= SIZES) {
      const overallRate = Math.abs(sumValues(top) / sumValues(bottom))
      const rate = Number.isFinite(overallRate) && overallRate > 0 ? overallRate : 1
      // Half by the own rate, half by the common one, so that a leaf without numerators has a size too.
      const size = isSigned
        ? weight.map(Math.abs)
        : moved.map((expectedValue, leaf) => (Math.abs(expectedValue) + weight[leaf]! * rate) / 2)
      sizes.push(withFloor(size))
    }
    yield
  }
  return {
    rest: errors[0]!,
    size: sizes[0]!,
    expected,
    past: errors.slice(1),
    pastSizes: sizes.slice(1),
    factor,
    levels,
    step: 0,
    isSigned,
  }
}

/**
 * Leaves of mean size that a segment counts for as if it had the rate that coarser ones make expect; others are taken
 * where they predict the window clearly better: fewer where rates differ by nature, more where they differ by chance.
 */
const DRAWN = 4
const OTHERS = [1e-6, 0.25, 1, 16]
const CLEARLY = 0.9

/** What rates are learned from. */
interface Known {
  readonly top: Float64Array
  readonly bottom: Float64Array
  readonly isSigned: boolean
}

/** What they are to predict: a numerator for each denominator. */
interface Predicted {
  readonly now: Float64Array
  readonly weight: Float64Array
}

/**
 * The rate of each leaf. From the whole to ever finer segments, each one's rate corrects that of its leaves: almost fully
 * where it has much in its denominator, and little where it has not.
 */
function* shrunkRates(
  lattice: Lattice,
  training: Known,
  target: Predicted,
): Generator<void, Float64Array> {
  const { top, bottom, isSigned } = training
  const overallRate = sumValues(top) / sumValues(bottom)
  if (!Number.isFinite(overallRate) || (overallRate === 0 && !isSigned))
    return new Float64Array(top.length)
  const rates = new Float64Array(top.length).fill(overallRate)
  const coarseFirst = lattice.cuboids.toSorted((a, b) => a.dimensions.length - b.dimensions.length)
  for (const cuboid of coarseFirst) {
    const cellOf = cellsOfLeaves(lattice, cuboid)
    const sums = rateSums(cuboid.cells, cellOf, { ...training, ...target, rates })
    yield
    const meanSize = sumValues(bottom.map(Math.abs)) / bottom.length
    const correction = yield* bestCorrection(sums, { whole: overallRate, meanSize, isSigned })
    for (let leaf = 0; leaf < cellOf.length; leaf++) {
      const cellCorrection = correction[cellOf[leaf]!]!
      if (isSigned) rates[leaf]! += cellCorrection
      else rates[leaf]! *= cellCorrection
    }
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

function rateSums(
  cells: number,
  cellOf: ArrayLike<number>,
  { top, bottom, now, weight, rates }: Known & Predicted & { readonly rates: Float64Array },
): RateSums {
  const sums: RateSums = {
    above: new Float64Array(cells),
    below: new Float64Array(cells),
    fitted: new Float64Array(cells),
    now: new Float64Array(cells),
    weight: new Float64Array(cells),
    predicted: new Float64Array(cells),
  }
  for (let leaf = 0; leaf < cellOf.length; leaf++) {
    const cell = cellOf[leaf]!
    sums.above[cell]! += top[leaf]!
    sums.below[cell]! += bottom[leaf]!
    sums.fitted[cell]! += rates[leaf]! * bottom[leaf]!
    sums.now[cell]! += now[leaf]!
    sums.weight[cell]! += weight[leaf]!
    sums.predicted[cell]! += rates[leaf]! * weight[leaf]!
  }
  return sums
}

/** By cell, what its rate is multiplied by, or what is added to rates of both signs. */
function* bestCorrection(
  sums: RateSums,
  {
    whole: overallRate,
    meanSize,
    isSigned,
  }: { readonly whole: number; readonly meanSize: number; readonly isSigned: boolean },
): Generator<void, Float64Array> {
  const correctionBy = (priorWeight: number) =>
    sums.above.map((numerator, cell) =>
      isSigned
        ? computeShift(numerator - sums.fitted[cell]!, sums.below[cell]!, priorWeight)
        : (numerator + priorWeight * overallRate) /
          (sums.fitted[cell]! + priorWeight * overallRate),
    )
  const usual = correctionBy(DRAWN * meanSize)
  let best = { correction: usual, error: CLEARLY * computeRateError(sums, usual, isSigned) }
  for (const priorLeaves of OTHERS) {
    yield
    const correction = correctionBy(priorLeaves * meanSize)
    const error = computeRateError(sums, correction, isSigned)
    if (error < best.error) best = { correction, error }
  }
  return best.correction
}

/** The shift of a rate that a difference of numerators makes, drawn to none by so much of the denominator. */
function computeShift(difference: number, below: number, drawn: number): number {
  return below < 0 ? difference / (below - drawn) : difference / (below + drawn)
}

/** The sum of absolute errors after the common level is taken away: a few segments that moved by themselves hardly count. */
function computeRateError(
  { now, weight, predicted }: RateSums,
  correction: Float64Array,
  isSigned: boolean,
): number {
  const corrected = predicted.map((predictedValue, cell) =>
    isSigned
      ? predictedValue + correction[cell]! * weight[cell]!
      : predictedValue * correction[cell]!,
  )
  const moves = weightedNumbers(corrected.length)
  for (let cell = 0; cell < corrected.length; cell++) {
    const correctedValue = corrected[cell]!
    const size = isSigned ? weight[cell]! : correctedValue
    if (size === 0 || (size < 0 && !isSigned)) continue
    addWeightedNumber(
      moves,
      isSigned ? (now[cell]! - correctedValue) / size : now[cell]! / size,
      Math.abs(size),
    )
  }
  const level = weightedMedian(moves, isSigned ? 0 : 1)
  let error = 0
  for (let cell = 0; cell < corrected.length; cell++) {
    const correctedValue = corrected[cell]!
    const expected = isSigned ? correctedValue + level * weight[cell]! : correctedValue * level
    error += Math.abs(now[cell]! - expected)
  }
  return error
}

/** The shift of the rate that the segments of one dimension had in the median of their volume, over all dimensions. */
function commonShift(
  { dimensions }: Leaves,
  {
    now,
    mean,
    weight,
  }: { readonly now: Float64Array; readonly mean: Float64Array; readonly weight: Float64Array },
): number {
  const shifts = weightedNumbers(valuesIn(dimensions))
  for (const { values, codes } of dimensions) {
    const [residualSums, size] = [new Float64Array(values.length), new Float64Array(values.length)]
    for (let leaf = 0; leaf < codes.length; leaf++) {
      residualSums[codes[leaf]!]! += now[leaf]! - mean[leaf]!
      size[codes[leaf]!]! += weight[leaf]!
    }
    for (const [code, volume] of size.entries()) {
      if (volume !== 0) addWeightedNumber(shifts, residualSums[code]! / volume, Math.abs(volume))
    }
  }
  return weightedMedian(shifts, 0)
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

function sumValues(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

function scaleTo(level: number, total: number): number {
  return total > 0 && level > 0 ? level / total : 1
}

/** The factor by which the segments of one dimension moved in the median of their volume, over all dimensions. */
export function commonFactor(
  { dimensions }: Leaves,
  current: Float64Array,
  expected: Float64Array,
): number {
  const factors = weightedNumbers(valuesIn(dimensions))
  for (const { values, codes } of dimensions) {
    const now = new Float64Array(values.length)
    const before = new Float64Array(values.length)
    for (let leaf = 0; leaf < codes.length; leaf++) {
      now[codes[leaf]!]! += current[leaf]!
      before[codes[leaf]!]! += expected[leaf]!
    }
    for (const [code, expectedTotal] of before.entries()) {
      if (expectedTotal > 0 && now[code]! > 0)
        addWeightedNumber(factors, now[code]! / expectedTotal, expectedTotal)
    }
  }
  return weightedMedian(factors, 1)
}

function valuesIn(dimensions: Leaves['dimensions']): number {
  return dimensions.reduce((sum, { values }) => sum + values.length, 0)
}

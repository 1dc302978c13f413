import { inSpans } from '@tributary/core/internal'
import { type Deviations, NO_LEAF, STEPS } from '../leaves/cell-sums.ts'
import type { Leaves } from '../leaves/leaves.ts'

const SIDE = 32_767
/** Bins of the body at most; of few leaves, fewer. */
const BINS = 48
/** The part of the leaves that the bins hold; beyond them the density falls exponentially. */
const BODY = 0.995
/** The mean excess beyond the body, in spreads of the body, at least: as of normal values … */
const TAIL = 0.3
/** … and more, by this over the root of the number of leaves. */
const FEW = 8

/** The distribution of deviations under the null model. */
export interface Usual {
  /** The log likelihood of each size of a deviation, in steps. */
  readonly likelihoods: Float32Array
  /** In squared steps. */
  readonly variance: number
}

/**
 * How deviations are distributed where nothing happened. Deviations of leaves that something happened to lie on one side
 * mostly; so of each size the side counts on which fewer leaves deviate as much or more.
 */
export function* usualDeviations(deviations: Deviations): Generator<void, Usual> {
  // The first place is that of leaves that are not counted.
  const counts = new Uint32Array(2 * (SIDE + 1))
  yield* inSpans(deviations.length, (from, to) => {
    for (let leaf = from; leaf < to; leaf++) counts[deviations[leaf]! - NO_LEAF]!++
  })
  const quieter = quieterSide(counts)
  yield
  return fitNullModel(quieter)
}

/** Counts by size, on the side on which fewer leaves deviate as much or more. */
function quieterSide(counts: Uint32Array): Float64Array {
  const quieter = new Float64Array(SIDE + 1)
  let [above, below] = [0, 0]
  for (let steps = SIDE; steps > 0; steps--) {
    const up = counts[steps - NO_LEAF]!
    const down = counts[-steps - NO_LEAF]!
    above += up
    below += down
    quieter[steps] = above < below ? up : down
  }
  // A leaf that did not deviate is on neither side.
  quieter[0] = counts[-NO_LEAF]! / 2
  return quieter
}

/** No size is impossible. */
const FLOOR: number = Math.exp(-80)

function fitNullModel(counts: Float64Array): Usual {
  let total = 0
  for (const count of counts) total += count
  total = Math.max(1, total)
  let end = 0
  for (let bodyCount = counts[0]!; end < SIDE && bodyCount < BODY * total; )
    bodyCount += counts[++end]!
  const width = Math.max(1, Math.ceil((end + 1) / Math.min(BINS, Math.ceil(Math.sqrt(total) / 2))))
  const likelihoods = new Float32Array(SIDE + 1)
  // Half of the density is on each side, so the density of a size is halved.
  const bins: number[] = []
  for (let begin = 0; begin <= end; begin += width) {
    let binCount = 0
    for (let steps = begin; steps < begin + width && steps <= SIDE; steps++)
      binCount += counts[steps]!
    // The first bin is half as wide as it looks, for 0 lies in the middle of its step.
    bins.push(Math.log((binCount + 0.5) / total / (begin === 0 ? width - 0.5 : width) / 2 + FLOOR))
  }
  for (let steps = 0; steps < bins.length * width && steps <= SIDE; steps++) {
    const place = Math.max(0, (steps + 0.5) / width - 0.5)
    const low = Math.min(bins.length - 1, Math.floor(place))
    const high = Math.min(bins.length - 1, low + 1)
    likelihoods[steps] = bins[low]! + (bins[high]! - bins[low]!) * (place - low)
  }
  const begin = Math.ceil((end + 1) / width) * width
  return withTail(likelihoods, begin, tailFrom(begin, counts, total))
}

/** Densities from a size on, which fall exponentially. */
interface Falling {
  readonly highest: number
  /** The mean excess over the first size. */
  readonly mean: number
}

function tailFrom(begin: number, counts: Float64Array, total: number): Falling {
  let [tailCount, excess] = [0, 0]
  for (let steps = begin; steps <= SIDE; steps++) {
    tailCount += counts[steps]!
    excess += counts[steps]! * (steps - begin + 0.5)
  }
  // Of few leaves the largest deviations say little about the tail, so it falls as slowly as the body is wide.
  let square = 0
  for (let steps = 0; steps < begin && steps <= SIDE; steps++)
    square += counts[steps]! * steps * steps
  const spread = Math.sqrt(square / total) * (TAIL + FEW / Math.sqrt(total))
  const mean = Math.max(1, spread, tailCount > 0 ? excess / tailCount : 0)
  const mass = Math.max(tailCount, 0.5) / total
  return { highest: mass / mean / 2, mean }
}

/** Densities that are larger or smaller than the least one by these factors need no logarithm of a sum. */
const DENSE = 1e17
const THIN = 1e-9

/** Fills in the likelihoods from a size on. */
function withTail(likelihoods: Float32Array, begin: number, { highest, mean }: Falling): Usual {
  let [mass, square] = [0, 0]
  for (let steps = 0; steps < begin && steps <= SIDE; steps++) {
    const density = Math.exp(likelihoods[steps]!)
    mass += density
    square += density * steps * steps
  }
  const logHighest = Math.log(highest)
  const falls = Math.exp(-1 / mean)
  let density = highest
  for (let steps = begin; steps <= SIDE; steps++) {
    if (density < THIN * FLOOR) {
      likelihoods.fill(Math.log(FLOOR), steps)
      break
    }
    const log = logHighest - (steps - begin) / mean
    likelihoods[steps] = density > DENSE * FLOOR ? log : Math.log(Math.exp(log) + FLOOR)
    mass += density
    square += density * steps * steps
    density *= falls
  }
  return { likelihoods, variance: square / mass }
}

/** A deviation in steps: `2·(current - expected) / (current + expected)`; no leaf where both are 0. */
export function toDeviationSteps(current: number, expected: number): number {
  const sum = current + expected
  return sum > 0 ? Math.round((2 * (current - expected) * STEPS) / sum) : NO_LEAF
}

/** The part of the ratios that lie nearest to one another: more may belong to causes. */
const NEAREST = 0.25
/** The widths of these around the ratio that is measured, and how often it is measured again. */
const AROUND = 2
const TIMES = 5
/** Where the ratio is so many widths over the root of the number of ratios from 1, it is another one. */
const APART = 8

/**
 * The ratio of current over compare that most leaves are near, of those that have both and whose deviation is given, or of
 * every n-th of more than `most`; 1 without any, and where it cannot be told from 1. The median of the ratios around the quarter of them
 * that lie nearest to one another.
 */
export function* commonRatio(
  { current, compare }: Pick<Leaves, 'current' | 'compare'>,
  deviations: Deviations,
  most: number,
): Generator<void, number> {
  const ratios = new Float64Array(Math.min(current.length, 2 * most))
  const every = Math.max(1, Math.floor(current.length / most))
  let count = 0
  for (let leaf = 0; leaf < current.length; leaf += every) {
    if (deviations[leaf] === NO_LEAF) continue
    const ratio = current[leaf]! / compare[leaf]!
    if (ratio > 0 && ratio < Infinity) ratios[count++] = Math.log(ratio)
  }
  yield
  if (count === 0) return 1
  const sorted = ratios.subarray(0, count).sort()
  yield
  const nearestCount = Math.ceil(NEAREST * count)
  let from = 0
  for (let i = 0; i + nearestCount <= count; i++) {
    if (
      sorted[i + nearestCount - 1]! - sorted[i]! <
      sorted[from + nearestCount - 1]! - sorted[from]!
    )
      from = i
  }
  const width = AROUND * (sorted[from + nearestCount - 1]! - sorted[from]!)
  let middle = sorted[from + (nearestCount >> 1)]!
  for (let time = 0; time < TIMES; time++) {
    const low = findLowerBound(sorted, middle - width)
    const high = Math.max(low + 1, findLowerBound(sorted, middle + width))
    middle = sorted[(low + high) >> 1]!
  }
  const isApart = Math.abs(middle) > (APART / AROUND) * (width / Math.sqrt(count))
  return isApart ? Math.exp(middle) : 1
}

/** How many sorted numbers are below one. */
function findLowerBound(sorted: Float64Array, limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

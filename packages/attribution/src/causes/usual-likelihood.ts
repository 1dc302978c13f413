import { inSpans } from '@tributary/core/internal'
import { type Deviations, NO_LEAF, STEPS } from './cell-sums.ts'
import type { Leaves } from './leaves.ts'

const SIDE = 32_767
/** Bins of the body at most; of few leaves, fewer. */
const BINS = 48
/** The part of the leaves that the bins hold; beyond them the density falls exponentially. */
const BODY = 0.995
/** The mean excess beyond the body, in spreads of the body, at least: as of normal values … */
const TAIL = 0.3
/** … and more, by this over the root of the number of leaves. */
const FEW = 8

/**
 * The log likelihood of each size of a deviation, in steps, where nothing happened. Deviations of leaves that something
 * happened to lie on one side mostly; so of each size the side counts on which fewer leaves deviate as much or more.
 */
export function* usualLikelihood(deviations: Deviations): Generator<void, Float32Array> {
  const up = new Float64Array(SIDE + 1)
  const down = new Float64Array(SIDE + 1)
  yield* inSpans(deviations.length, (from, to) => {
    for (let leaf = from; leaf < to; leaf++) {
      const steps = deviations[leaf]!
      if (steps === NO_LEAF) continue
      if (steps > 0) up[steps]! += 1
      else down[-steps]! += 1
    }
  })
  // A leaf that did not deviate is on neither side.
  const middle = down[0]!
  up[0] = middle / 2
  down[0] = middle / 2
  const counts = quieterSide(up, down)
  yield
  return likelihoods(counts)
}

/** The variance, in squared steps, of deviations whose log likelihood at each number of steps is given. */
export function varianceOf(usual: Float32Array): number {
  let [mass, square] = [0, 0]
  for (let steps = 0; steps < usual.length; steps++) {
    const density = Math.exp(usual[steps]!)
    mass += density
    square += density * steps * steps
  }
  return square / mass
}

function quieterSide(up: Float64Array, down: Float64Array): Float64Array {
  const counts = new Float64Array(SIDE + 1)
  let [above, below] = [0, 0]
  for (let steps = SIDE; steps >= 0; steps--) {
    above += up[steps]!
    below += down[steps]!
    counts[steps] = above < below ? up[steps]! : down[steps]!
  }
  return counts
}

function likelihoods(counts: Float64Array): Float32Array {
  let total = 0
  for (const one of counts) total += one
  total = Math.max(1, total)
  let end = 0
  for (let held = counts[0]!; end < SIDE && held < BODY * total; ) held += counts[++end]!
  const width = Math.max(1, Math.ceil((end + 1) / Math.min(BINS, Math.ceil(Math.sqrt(total) / 2))))
  const result = new Float32Array(SIDE + 1)
  // Half of the density is on each side, so the density of a size is halved. No size is impossible.
  const floor = Math.exp(-80)
  const bins: number[] = []
  for (let begin = 0; begin <= end; begin += width) {
    let held = 0
    for (let steps = begin; steps < begin + width && steps <= SIDE; steps++) held += counts[steps]!
    // The first bin is half as wide as it looks, for 0 lies in the middle of its step.
    bins.push(Math.log((held + 0.5) / total / (begin === 0 ? width - 0.5 : width) / 2 + floor))
  }
  for (let steps = 0; steps < bins.length * width && steps <= SIDE; steps++) {
    const place = Math.max(0, (steps + 0.5) / width - 0.5)
    const low = Math.min(bins.length - 1, Math.floor(place))
    const high = Math.min(bins.length - 1, low + 1)
    result[steps] = bins[low]! + (bins[high]! - bins[low]!) * (place - low)
  }
  const begin = Math.ceil((end + 1) / width) * width
  let [beyond, excess] = [0, 0]
  for (let steps = begin; steps <= SIDE; steps++) {
    beyond += counts[steps]!
    excess += counts[steps]! * (steps - begin + 0.5)
  }
  // Of few leaves the largest deviations say little about the tail, so it falls as slowly as the body is wide.
  let square = 0
  for (let steps = 0; steps < begin && steps <= SIDE; steps++)
    square += counts[steps]! * steps * steps
  const spread = Math.sqrt(square / total) * (TAIL + FEW / Math.sqrt(total))
  const mean = Math.max(1, spread, beyond > 0 ? excess / beyond : 0)
  const mass = Math.max(beyond, 0.5) / total
  for (let steps = begin; steps <= SIDE; steps++) {
    const density = ((mass / mean) * Math.exp(-(steps - begin) / mean)) / 2
    if (density < floor / 1e9) return result.fill(Math.log(floor), steps)
    result[steps] = Math.log(density + floor)
  }
  return result
}

/** A deviation in steps: `2·(current - expected) / (current + expected)`; no leaf where both are 0. */
export function stepsOf(current: number, expected: number): number {
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
  const kept = Math.ceil(NEAREST * count)
  let from = 0
  for (let i = 0; i + kept <= count; i++) {
    if (sorted[i + kept - 1]! - sorted[i]! < sorted[from + kept - 1]! - sorted[from]!) from = i
  }
  const width = AROUND * (sorted[from + kept - 1]! - sorted[from]!)
  let middle = sorted[from + (kept >> 1)]!
  for (let time = 0; time < TIMES; time++) {
    const low = placeOf(sorted, middle - width)
    const high = Math.max(low + 1, placeOf(sorted, middle + width))
    middle = sorted[(low + high) >> 1]!
  }
  const isApart = Math.abs(middle) > (APART / AROUND) * (width / Math.sqrt(count))
  return isApart ? Math.exp(middle) : 1
}

/** How many sorted numbers are below one. */
function placeOf(sorted: Float64Array, limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

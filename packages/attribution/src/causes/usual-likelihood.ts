import { type Deviations, NO_LEAF, STEPS } from './cell-sums.ts'

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
  for (let leaf = 0; leaf < deviations.length; leaf++) {
    const steps = deviations[leaf]!
    if (steps !== NO_LEAF) {
      if (steps > 0) up[steps]! += 1
      else down[-steps]! += 1
    }
    if ((leaf & 0xffff) === 0xffff) yield
  }
  // A leaf that did not deviate is on neither side.
  const middle = down[0]!
  up[0] = middle / 2
  down[0] = middle / 2
  const counts = quieterSide(up, down)
  yield
  return likelihoods(counts)
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
    const density = ((mass / mean) * Math.exp(-(steps - begin) / mean)) / 2 + floor
    result[steps] = Math.log(density)
  }
  return result
}

/** A deviation in steps: `2·(current - expected) / (current + expected)`; no leaf where both are 0. */
export function stepsOf(current: number, expected: number): number {
  const sum = current + expected
  return sum > 0 ? Math.round((2 * (current - expected) * STEPS) / sum) : NO_LEAF
}

/** The median of current over compare, of the leaves that have both; 1 without any. */
export function commonRatio(current: Float64Array, compare: Float64Array): number {
  const ratios = current
    .map((one, leaf) => one / compare[leaf]!)
    .filter((one) => one > 0 && one < Infinity)
  return ratios.length === 0 ? 1 : ratios.sort()[ratios.length >> 1]!
}

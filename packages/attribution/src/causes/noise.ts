import type { Leaves } from './leaves.ts'
import type { Noise } from './types.ts'

/** Leaves whose spread is compared with that of smaller ones, at least. */
const FEWEST = 30
/** Where the spread falls with the size faster than by this power, it is not a share of the size. */
const FALLS = -0.2

/**
 * How the leaves deviate: as quotients where there are denominators; by shares of their size where leaves of all sizes
 * spread by the same share; else by amounts that are learned for each size.
 */
export function chooseNoise(leaves: Leaves): Noise {
  const { current, compare, history, currentDenominator, count } = leaves
  if (currentDenominator !== null) return 'ratio'
  if (history.length > 0) return 'volume'
  const octaves = new Map<number, number[]>()
  for (let leaf = 0; leaf < count; leaf++) {
    const [now, before] = [current[leaf]!, compare[leaf]!]
    if (now < 0 || before < 0) return 'volume'
    if (now === 0 && before === 0) continue
    const octave = Math.floor(Math.log2(Math.max(now, before)))
    const own = octaves.get(octave)
    const distance = Math.abs(now - before) / (now + before)
    // A part of the leaves says as much, in less time.
    if (own === undefined) octaves.set(octave, [distance])
    else if (own.length < 2000) own.push(distance)
  }
  return slopeOf(octaves) > FALLS ? 'relative' : 'volume'
}

/** The power of the size that the mean deviation grows with; far below zero where there is too little to say. */
function slopeOf(octaves: ReadonlyMap<number, number[]>): number {
  let [weight, x, y, xx, xy] = [0, 0, 0, 0, 0]
  for (const [octave, distances] of octaves) {
    if (distances.length < FEWEST) continue
    // A mean: of small counts, which are equal or far apart, a median says nothing. Causes are in the largest fifth.
    const kept = distances.sort((a, b) => a - b).slice(0, Math.ceil(0.8 * distances.length))
    const mean = kept.reduce((sum, one) => sum + one, 0) / kept.length
    const size = octave * Math.LN2
    const spread = Math.log(Math.max(mean, 1e-12))
    const own = distances.length
    weight += own
    x += own * size
    y += own * spread
    xx += own * size * size
    xy += own * size * spread
  }
  const around = weight * xx - x * x
  return around > 0 ? (weight * xy - x * y) / around : Number.NEGATIVE_INFINITY
}

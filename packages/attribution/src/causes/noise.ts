import { inSpans } from '@tributary/core/internal'
import type { Leaves } from './leaves.ts'
import type { Noise } from './types.ts'

/** Leaves whose spread is compared with that of smaller ones, at least. */
const FEWEST = 30
/** The part of the leaves of a size that is looked at: large causes hold most of the leaves of some sizes. */
const KEPT = 0.2
/** The part of the leaves that may be in one window only. */
const MOSTLY = 0.5
/** Leaves without a change in a size that is looked at, at most. */
const STILL = 0.15
/** Where the spread falls with the size faster than by this power, it is not a share of the size. */
const FALLS = -0.25

/** Leaves of a size that are looked at. */
const ENOUGH = 2000
/** The exponents of doubles that are not negative: the upper bits of their upper words, which are the second ones. */
const EXPONENTS = 2048
const EXPONENT_SHIFT = 20
const ZERO_EXPONENT = 1023

/** How far apart the windows are in each of some leaves. */
interface Distances {
  readonly distances: Float64Array
  count: number
}

/**
 * How the leaves deviate: as quotients where there are denominators; by shares of their size where leaves of all sizes
 * spread by the same share; else by amounts that are learned for each size.
 */
export function* chooseNoise(leaves: Leaves): Generator<void, Noise> {
  const { current, compare, history, currentDenominator, count } = leaves
  if (currentDenominator !== null) return 'ratio'
  if (history.length > 0) return 'volume'
  const octaves = new Map<number, Distances>()
  const counts = new Uint32Array(EXPONENTS)
  const middle = new Float64Array(1)
  const words = new Uint32Array(middle.buffer)
  let [inOne, inAny, isNegative] = [0, 0, false]
  yield* inSpans(count, (from, to) => {
    for (let leaf = from; leaf < to && !isNegative; leaf++) {
      const now = current[leaf]!
      const before = compare[leaf]!
      isNegative = now < 0 || before < 0
      if (now === 0 && before === 0) continue
      inAny++
      if (now === 0 || before === 0) inOne++
      middle[0] = (now + before) / 2
      const exponent = words[1]! >>> EXPONENT_SHIFT
      // A part of the leaves says as much, in less time.
      if (counts[exponent]! >= ENOUGH) continue
      counts[exponent]!++
      const octave = exponent - ZERO_EXPONENT
      let own = octaves.get(octave)
      if (own === undefined) {
        own = { distances: new Float64Array(ENOUGH), count: 0 }
        octaves.set(octave, own)
      }
      own.distances[own.count++] = Math.abs(now - before) / (now + before)
    }
  })
  if (isNegative) return 'volume'
  // Leaves that are in one window only deviate by all or nothing, whatever their size.
  if (inOne > MOSTLY * inAny) return 'volume'
  return slopeOf(octaves) > FALLS ? 'relative' : 'volume'
}

/** The power of the size that the mean deviation may grow with; far below zero where there is too little to say. */
function slopeOf(octaves: ReadonlyMap<number, Distances>): number {
  let [weight, x, y, xx, xy, sizes] = [0, 0, 0, 0, 0, 0]
  for (const [octave, { distances: all, count }] of octaves) {
    if (count < FEWEST) continue
    const distances = all.subarray(0, count).sort()
    // Where many leaves did not change at all, they are small counts, whose distances say how coarse counts are.
    if (distances[Math.floor(STILL * distances.length)] === 0) continue
    const kept = distances.slice(0, Math.ceil(KEPT * distances.length))
    const mean = kept.reduce((sum, one) => sum + one, 0) / kept.length
    const size = octave * Math.LN2
    const spread = Math.log(mean)
    const own = distances.length
    sizes++
    weight += own
    x += own * size
    y += own * spread
    xx += own * size * size
    xy += own * size * spread
  }
  const around = weight * xx - x * x
  // Leaves that do not deviate at all spread by the same share of their size.
  if (weight === 0 && octaves.size > 0) return 0
  // What remains of subtractions is no spread of sizes.
  if (sizes < 2) return Number.NEGATIVE_INFINITY
  // The power as far up as its error allows: of few leaves, only a steep fall says something.
  return (weight * xy - x * y) / around + Math.sqrt(weight / around)
}

import { inSpans } from '@tributary/core/internal'
import { sumOfLeast } from '../../numbers/sorted-order.ts'
import type { Leaves } from '../leaves/leaves.ts'
import type { Noise } from '../leaves/types.ts'

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

/** How far apart the windows are in some leaves, by the exponent of the double of their mean size. */
interface Octaves {
  readonly distances: (Float64Array | null)[]
  readonly counts: Uint32Array
}

/**
 * How the leaves deviate: as quotients where there are denominators; by shares of their size where leaves of all sizes
 * spread by the same share; else by amounts that are learned for each size.
 */
export function* chooseNoise(leaves: Leaves): Generator<void, Noise> {
  const { current, compare, history, currentDenominator, count } = leaves
  if (currentDenominator !== null) return 'ratio'
  if (history.length > 0) return 'volume'
  const octaves: Octaves = {
    distances: new Array<Float64Array | null>(EXPONENTS).fill(null),
    counts: new Uint32Array(EXPONENTS),
  }
  const { distances, counts } = octaves
  const middle = new Float64Array(1)
  const words = new Uint32Array(middle.buffer)
  let [inOne, inAny, isNegative] = [0, 0, false]
  yield* inSpans(count, (from, to) => {
    for (let leaf = from; leaf < to && !isNegative; leaf++) {
      const now = current[leaf]!
      const before = compare[leaf]!
      if (now < 0 || before < 0) {
        isNegative = true
        return
      }
      if (now === 0 && before === 0) continue
      inAny++
      if (now === 0 || before === 0) inOne++
      middle[0] = (now + before) / 2
      const exponent = words[1]! >>> EXPONENT_SHIFT
      // A part of the leaves says as much, in less time.
      const sampleCount = counts[exponent]!
      if (sampleCount >= ENOUGH) continue
      if (sampleCount === 0) distances[exponent] = new Float64Array(ENOUGH)
      distances[exponent]![sampleCount] = Math.abs(now - before) / (now + before)
      counts[exponent] = sampleCount + 1
    }
  })
  if (isNegative) return 'volume'
  // Leaves that are in one window only deviate by all or nothing, whatever their size.
  if (inOne > MOSTLY * inAny) return 'volume'
  return fitSpreadSlope(octaves) > FALLS ? 'relative' : 'volume'
}

/** The power of the size that the mean deviation may grow with; far below zero where there is too little to say. */
function fitSpreadSlope({ distances: all, counts }: Octaves): number {
  let [weight, x, y, xx, xy, sizes] = [0, 0, 0, 0, 0, 0]
  for (const [exponent, count] of counts.entries()) {
    if (count < FEWEST) continue
    const distances = all[exponent]!.subarray(0, count)
    let still = 0
    for (const distance of distances) still += Number(distance === 0)
    // Where many leaves did not change at all, they are small counts, whose distances say how coarse counts are.
    if (still > Math.floor(STILL * count)) continue
    const retainedCount = Math.ceil(KEPT * count)
    const mean = sumOfLeast(distances, retainedCount) / retainedCount
    const size = (exponent - ZERO_EXPONENT) * Math.LN2
    const spread = Math.log(mean)
    sizes++
    weight += count
    x += count * size
    y += count * spread
    xx += count * size * size
    xy += count * size * spread
  }
  const sumOfSquares = weight * xx - x * x
  // Leaves that do not deviate at all spread by the same share of their size.
  if (weight === 0 && counts.some((count) => count > 0)) return 0
  // The remainder of subtractions is no spread of sizes.
  if (sizes < 2) return Number.NEGATIVE_INFINITY
  // The power as far up as its error allows: of few leaves, only a steep fall says something.
  return (weight * xy - x * y) / sumOfSquares + Math.sqrt(weight / sumOfSquares)
}

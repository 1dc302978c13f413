import { type Instance, segmentText } from './instance.ts'
import { type Random, randomFrom } from './random.ts'

/**
 * Faults of a rate as the statistics of RobustSpot's labelled faults have them: few views in most combinations, rates that
 * differ by combination, and a segment whose parts do not rise by one factor. The comparison period is thirty minutes, the
 * current one a minute.
 */
export function makeStallingFault(seed: number): Instance {
  const random = randomFrom(seed * 13 + 1)
  for (;;) {
    const instance = tryFault(random)
    if (instance !== null) return instance
  }
}

const BEFORE = 30
/** The unexpected stalls of a fault, and their share of what is expected in all, at least. */
const LEAST_UNEXPECTED = 25
const VISIBLE = 0.3
/** The values of a dimension and how unevenly views divide among them: the exponent of a power law. */
const DIMENSIONS = [
  { name: 'cdn', size: [2, 6], skew: 1.2 },
  { name: 'bitrate', size: [3, 8], skew: 1.3 },
  { name: 'p2p', size: [2, 2], skew: 0.8 },
  { name: 'device', size: [2, 6], skew: 2 },
  { name: 'isp', size: [5, 30], skew: 2.5 },
] as const

interface Leaf {
  readonly codes: readonly number[]
  /** Views of the minute, and of the thirty before. */
  readonly now: number
  readonly before: number
  /** The expected stalls of a view, before and without the fault now. */
  readonly rate: number
}

/** An instance, or null where the segment that was drawn is too small, too large or not a segment of its own. */
function tryFault(random: Random): Instance | null {
  const dimensions = DIMENSIONS.slice(0, random.whole(3, 5)).map(({ name, size, skew }) => {
    const count = random.whole(size[0], size[1])
    const shares = Array.from(
      { length: count },
      (_, at) => (at + 1) ** -skew * Math.exp(0.5 * random.normal()),
    )
    const rates = Array.from({ length: count }, () => Math.exp(0.35 * random.normal()))
    const levels = Array.from({ length: count }, () => Math.exp(0.08 * random.normal()))
    return { name, count, shares, rates, levels }
  })
  const leaves = drawLeaves(dimensions, random)
  if (leaves.length < 20 || leaves.length > 700) return null
  const labels = random.next() < 0.06 ? 2 : 1
  const segments = Array.from({ length: labels }, () => drawSegment(dimensions, random))
  if (labels === 2 && !isSiblings(segments)) return null
  const views = sum(leaves.map(({ now }) => now))
  const level = Math.exp(0.25 * random.normal())
  const current = leaves.map(({ rate, codes }) => {
    const moved = dimensions.reduce((factor, { levels }, at) => factor * levels[codes[at]!]!, level)
    return rate * moved * Math.exp(0.25 * random.normal())
  })
  for (const segment of segments) {
    const inside = leaves.flatMap(({ codes }, leaf) => (isIn(segment, codes) ? [leaf] : []))
    const share = sum(inside.map((leaf) => leaves[leaf]!.now)) / views
    if (inside.length < 2 || share < 0.03 || share > 0.7) return null
    if (isNearlyAll(segment, leaves)) return null
    scatter(current, { inside, leaves, segment, dimensions }, random)
    const stalls = (rate: (leaf: number) => number) =>
      sum(inside.map((leaf) => leaves[leaf]!.now * rate(leaf)))
    // A fault that nobody could see in the total has no label.
    const unexpected = stalls((leaf) => current[leaf]! - leaves[leaf]!.rate)
    if (unexpected < LEAST_UNEXPECTED) return null
    if (unexpected < VISIBLE * sum(leaves.map(({ now, rate }) => now * rate))) return null
  }
  const count = (expected: number) => poisson(expected, random)
  return {
    input: {
      dimensions: dimensions.map(({ name, count: size }, at) => ({
        name,
        values: Array.from({ length: size }, (_, code) => `${code + 1}`),
        codes: Uint32Array.from(leaves, ({ codes }) => codes[at]!),
      })),
      current: Float64Array.from(leaves, ({ now }, leaf) =>
        Math.min(now, count(now * current[leaf]!)),
      ),
      compare: Float64Array.from(leaves, ({ before, rate }) =>
        Math.min(before, count(before * rate * Math.exp(0.1 * random.normal()))),
      ),
      currentDenominator: Float64Array.from(leaves, ({ now }) => now),
      compareDenominator: Float64Array.from(leaves, ({ before }) => before),
    },
    truth: segments.map((segment) =>
      segmentText(
        segment.map(({ at, code }) => ({
          dimension: dimensions[at]!.name,
          value: `${code + 1}`,
        })),
      ),
    ),
  }
}

type Segment = readonly { readonly at: number; readonly code: number }[]
interface Drawn {
  readonly name: string
  readonly count: number
  readonly shares: readonly number[]
  readonly rates: readonly number[]
  readonly levels: readonly number[]
}

function drawLeaves(dimensions: readonly Drawn[], random: Random): readonly Leaf[] {
  const total = 19_000 * Math.exp(1.4 * random.normal())
  const base = 0.025 * Math.exp(0.55 * random.normal())
  const shares = dimensions.map(({ shares: all }) => all.map((share) => share / sum(all)))
  const leaves: Leaf[] = []
  const visit = (codes: readonly number[], share: number, rate: number) => {
    const at = codes.length
    if (at === dimensions.length) {
      const views = total * share * Math.exp(1.6 * random.normal() - 0.8)
      const now = poisson(views, random)
      const before = poisson(BEFORE * views * Math.exp(0.1 * random.normal()), random)
      if (now > 0) {
        leaves.push({ codes, now, before, rate: rate * Math.exp(0.3 * random.normal()) })
      }
      return
    }
    for (const [code, part] of shares[at]!.entries()) {
      visit([...codes, code], share * part, rate * dimensions[at]!.rates[code]!)
    }
  }
  visit([], 1, base)
  return leaves
}

function drawSegment(dimensions: readonly Drawn[], random: Random): Segment {
  const drawn = random.next()
  const depth = drawn < 0.58 ? 1 : drawn < 0.91 ? 2 : 3
  const indexes = dimensions.map((_, at) => at)
  while (indexes.length > depth) indexes.splice(random.whole(0, indexes.length - 1), 1)
  return indexes.map((at) => ({ at, code: random.whole(0, dimensions[at]!.count - 1) }))
}

function isSiblings([first, second]: readonly Segment[]): boolean {
  const [a, b] = [first![0]!, second![0]!]
  return first!.length === 1 && second!.length === 1 && a.at === b.at && a.code !== b.code
}

function isIn(segment: Segment, codes: readonly number[]): boolean {
  return segment.every(({ at, code }) => codes[at] === code)
}

/** Whether a condition could be left out: then an engineer would name the coarser segment. */
function isNearlyAll(segment: Segment, leaves: readonly Leaf[]): boolean {
  if (segment.length === 1) return false
  const viewsOf = (conditions: Segment) =>
    sum(leaves.map(({ codes, now }) => (isIn(conditions, codes) ? now : 0)))
  const views = viewsOf(segment)
  return segment.some((dropped) => {
    return views > 0.85 * viewsOf(segment.filter((condition) => condition !== dropped))
  })
}

interface Scattered {
  readonly inside: readonly number[]
  readonly leaves: readonly Leaf[]
  readonly segment: Segment
  readonly dimensions: readonly Drawn[]
}

/** Raises the rates of a segment by a factor that differs by the values of each further dimension. */
function scatter(
  current: number[],
  { inside, leaves, segment, dimensions }: Scattered,
  random: Random,
) {
  const effect = Math.exp(Math.log(7.5) + 0.75 * random.normal())
  const spread = Math.min(1.8, 0.6 * Math.exp(0.9 * random.normal()))
  const free = dimensions.flatMap((_, at) =>
    segment.some((condition) => condition.at === at) ? [] : [at],
  )
  const effects = new Map(
    free.map((at) => [
      at,
      Array.from({ length: dimensions[at]!.count }, () => {
        return Math.exp((spread / Math.sqrt(free.length)) * random.normal())
      }),
    ]),
  )
  for (const leaf of inside) {
    const { codes, rate } = leaves[leaf]!
    const factor = free.reduce((product, at) => product * effects.get(at)![codes[at]!]!, effect)
    const scattered = factor * Math.exp(0.5 * spread * random.normal())
    current[leaf] = Math.min(0.95, Math.max(current[leaf]! * 1.2, rate * scattered))
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function poisson(expected: number, random: Random): number {
  if (expected > 50) {
    return Math.max(0, Math.round(expected + Math.sqrt(expected) * random.normal()))
  }
  const limit = Math.exp(-expected)
  let [count, product] = [0, random.next()]
  while (product > limit) {
    count++
    product *= random.next()
  }
  return count
}

import { type Instance, segmentText } from './instance.ts'
import { type Random, randomFrom } from './random.ts'
import { allCombinations, normalLeaves, RECIPES } from './recipes.ts'

/** What is done to the leaves of an instance. */
export type MadeFault = 'offsetting' | 'overlapping' | 'leaf' | 'new' | 'gone'

const CARDS = [10, 12, 10, 8]

interface Segment {
  readonly indexes: readonly number[]
  readonly codes: readonly number[]
}

/** Leaves with noise by shares of their size, and faults of one kind. */
export function makeFault(kind: MadeFault, seed: number): Instance {
  const random = randomFrom(seed * 11 + 5)
  const count = CARDS.reduce((product, card) => product * card, 1)
  const { real, predicted } = normalLeaves({ ...RECIPES.S, noise: [0, 0.15] }, count, random)
  const dimensions = allCombinations(CARDS, count)
  const segments = segmentsOf(kind, random)
  const isIn = ({ indexes, codes }: Segment, leaf: number) =>
    indexes.every((index, at) => dimensions[index]!.codes[leaf] === codes[at])
  const size = (segment: Segment) =>
    real.reduce((sum, one, leaf) => (isIn(segment, leaf) ? sum + one : sum), 0)
  const severity = random.between(0.3, 0.8)
  for (const [order, segment] of segments.entries()) {
    // What offsets takes as much as the first one adds.
    const isSecond = kind === 'offsetting' && order === 1
    const first = isSecond ? size(segments[0]!) / (1 + severity) : 0
    const change = isSecond ? -Math.min(0.9, (severity * first) / size(segment)) : severity
    for (let leaf = 0; leaf < count; leaf++) {
      if (!isIn(segment, leaf)) continue
      if (kind === 'new') predicted[leaf] = 0
      else if (kind === 'gone') real[leaf] = 0
      else if (kind === 'offsetting') real[leaf]! *= 1 + change
      else if (kind === 'leaf') real[leaf] = predicted[leaf]! * (1 - random.between(0.5, 1))
      else real[leaf]! *= 1 - severity
    }
  }
  const truth = segments.map(({ indexes, codes }) =>
    segmentText(
      indexes.map((index, at) => ({
        dimension: dimensions[index]!.name,
        value: dimensions[index]!.values[codes[at]!]!,
      })),
    ),
  )
  return { input: { dimensions, current: real, compare: predicted }, truth }
}

function segmentsOf(kind: MadeFault, random: Random): readonly Segment[] {
  if (kind === 'leaf') return [segmentOn([0, 1, 2, 3], random)]
  if (kind === 'new' || kind === 'gone')
    return [segmentOn(someOf(random.whole(1, 2), random), random)]
  if (kind === 'overlapping') return [0, 1, 2].map((index) => segmentOn([index], random))
  const [first, second] = [someOf(1, random), someOf(1, random)]
  const one = segmentOn(first, random)
  for (;;) {
    const other = segmentOn(second, random)
    if (String(first) !== String(second) || String(one.codes) !== String(other.codes))
      return [one, other]
  }
}

function segmentOn(indexes: readonly number[], random: Random): Segment {
  return { indexes, codes: indexes.map((index) => random.whole(0, CARDS[index]! - 1)) }
}

function someOf(level: number, random: Random): readonly number[] {
  const indexes = CARDS.map((_, index) => index)
  while (indexes.length > level) indexes.splice(random.whole(0, indexes.length - 1), 1)
  return indexes
}

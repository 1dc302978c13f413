import { inSpans } from '@tributary/core/internal'
import {
  type CellSums,
  type Deviations,
  NO_LEAF,
  removeBox,
  removeLeaves,
  STEPS,
  sumCells,
} from './cell-sums.ts'
import { type Cuboid, codesOfCell, type Lattice } from './lattice.ts'
import { type Claimed, type LeafSums, likelihood, mergeParts, UNCLAIMED } from './merged-parts.ts'
import { namedOnce, namedWithoutEachOther } from './overlaps.ts'
import { COST, costsByDepth } from './search-cost.ts'
import { usualLikelihood, varianceOf } from './usual-likelihood.ts'

/**
 * The search where each leaf deviates by a share of its size: whichever segment shortens the description most is next.
 * Where causes deviate to both sides, neither side shows what is usual; then the leaves that no cause has show it, and the
 * search is done again.
 */
export function* searchRelative(
  lattice: Lattice,
  deviations: Deviations,
  most: number,
): Generator<void, Peeled> {
  const left = deviations.slice()
  const peeled = yield* peel(lattice, left, yield* usualLikelihood(left), most)
  const { findings } = peeled
  const isOneSided =
    findings.every(({ first }) => first > 0) || findings.every(({ first }) => first < 0)
  if (isOneSided) return peeled
  return yield* peel(lattice, deviations, yield* usualLikelihood(left), most)
}

/** The segments that were taken away. */
export interface Peeled {
  readonly findings: readonly Claimed[]
  /** Nats by which they shorten the description, with those of the rest where it moved. */
  readonly gain: number
  /** Whether all moved: together as one segment, or what no segment has. */
  readonly isWhole: boolean
  /** The deviations of the leaves that no segment has; of all where these are few. */
  readonly left: Deviations
  /** The log likelihood of all deviations, less the nats to name the segments. */
  readonly likelihood: number
}

/** Takes the best segment away until none shortens the description; `deviations` keeps the leaves of no cause. */
function* peel(
  lattice: Lattice,
  deviations: Deviations,
  usual: Float32Array,
  most: number,
): Generator<void, Peeled> {
  const all = deviations.slice()
  const sums = yield* sumCells(lattice, deviations, usual)
  const variance = varianceOf(usual)
  const costs = costsByDepth(lattice)
  const state: State = { lattice, deviations, usual, variance, sums, gains: [], costs }
  for (const [number, cuboid] of lattice.cuboids.entries()) {
    state.gains.push(yield* gainsOf(state, number, cuboid))
  }
  const [leavesOfAll, likelihoodWithout] = [sums[0]!.count[0]!, sums[0]!.usual[0]!]
  const found: Claimed[] = []
  while (found.length < most) {
    const best = yield* bestCell(state)
    if (best === null) break
    const chosen = yield* descend(state, best)
    const cuboid = lattice.cuboids[chosen.number]!
    const codes = codesOfCell(lattice, cuboid, chosen.cell)!
    const conditions = cuboid.dimensions.map((dimension, i) => ({ dimension, code: codes[i]! }))
    found.push({ ...sumsOf(state, chosen), conditions, gain: chosen.gain })
    yield* remove(state, chosen)
  }
  const leaves = { ...state, deviations: all }
  const once = mergeParts(yield* namedOnce(found, leaves), state)
  const findings = yield* namedWithoutEachOther(once, leaves)
  const rest = Math.max(0, state.gains[0]![0]!)
  return {
    findings,
    gain: findings.reduce((sum, { gain }) => sum + gain, rest),
    isWhole: rest > 0 || findings.some(({ conditions }) => conditions.length === 0),
    left: sums[0]!.count[0]! > UNCLAIMED * leavesOfAll ? deviations : all,
    likelihood: likelihoodWithout + findings.reduce((sum, { gain }) => sum + gain, 0),
  }
}

function sumsOf({ sums, deviations, usual }: State, { number, cell }: Chosen) {
  const own = sums[number] ?? null
  if (own !== null) {
    const [first, second] = [own.first[cell]!, own.second[cell]!]
    return { count: own.count[cell]!, first, second, likelihood: own.usual[cell]! }
  }
  const steps = deviations[cell]!
  return { count: 1, first: steps, second: steps * steps, likelihood: usual[Math.abs(steps)]! }
}

interface State {
  readonly lattice: Lattice
  readonly deviations: Deviations
  readonly usual: Float32Array
  /** The variance of deviations where nothing happened. */
  readonly variance: number
  readonly sums: readonly (CellSums | null)[]
  readonly gains: Float32Array[]
  /** Nats to name a cell of each cuboid. */
  readonly costs: readonly number[]
}

interface Chosen {
  readonly number: number
  readonly cell: number
  readonly gain: number
}

/** The mean of so many leaves deviates about as a mean of normal values does, whatever the shape of the deviations of one. */
const MANY = 5

/**
 * The nats by which the mean of many deviations is beyond those that are usual. Where the noise of one window is symmetric,
 * `2·(current - expected) / (current + expected)` has a mean of up to half its variance.
 */
function meanGain({ count, first }: Pick<LeafSums, 'count' | 'first'>, variance: number): number {
  const beyond = Math.max(0, Math.abs(first) / count - variance / STEPS / 2)
  return (count * beyond * beyond) / (2 * variance)
}

function gainOf(
  { sums, deviations, usual, variance, costs }: State,
  number: number,
  cell: number,
): number {
  const own = sums[number]
  if (own === null || own === undefined) {
    const steps = deviations[cell]!
    if (steps === NO_LEAF) return Number.NEGATIVE_INFINITY
    return likelihood(1, 0) - usual[Math.abs(steps)]! - costs[number]! - Math.LN2
  }
  const count = own.count[cell]!
  if (count === 0) return Number.NEGATIVE_INFINITY
  const first = own.first[cell]!
  const second = own.second[cell]!
  const around = Math.max(0, second - (first * first) / count)
  // A segment whose leaves spread more than others, but around no deviation, did not change.
  const address = costs[number]! + Math.log(count + 1)
  const shifted = likelihood(count, around)
  const isShift = shifted > likelihood(count, second) + Math.log(count) / 2 + COST
  // How well the shape of the deviations fits adds up over many leaves, and says nothing of a shift.
  if (!isShift || (count >= MANY && meanGain({ count, first }, variance) < address)) {
    return Number.NEGATIVE_INFINITY
  }
  return shifted - own.usual[cell]! - address
}

function* gainsOf(state: State, number: number, { cells }: Cuboid): Generator<void, Float32Array> {
  const gains = new Float32Array(cells)
  yield* inSpans(cells, (from, to) => {
    for (let cell = from; cell < to; cell++) gains[cell] = gainOf(state, number, cell)
  })
  return gains
}

/** Gains that are compared between two yields. */
const LOOKED = 1 << 17

function* bestCell(state: State): Generator<void, Chosen | null> {
  let best: Chosen = { number: -1, cell: -1, gain: 0 }
  for (const [number, gains] of state.gains.entries()) {
    if (number === 0) continue
    let [cell, gain] = [-1, best.gain]
    const look = (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        if (gains[i]! > gain) {
          gain = gains[i]!
          cell = i
        }
      }
    }
    yield* inSpans(gains.length, look, LOOKED)
    if (cell >= 0) best = { number, cell, gain }
  }
  return best.number < 0 ? null : best
}

/** From a segment to a part of it, while parts describe the data better and much of the segment is as usual. */
function* descend(state: State, from: Chosen): Generator<void, Chosen> {
  let chosen = from
  for (;;) {
    const next = yield* betterPart(state, chosen)
    if (next === null) return chosen
    chosen = next
  }
}

function* betterPart(state: State, chosen: Chosen): Generator<void, Chosen | null> {
  const { lattice, sums, gains } = state
  const cuboid = lattice.cuboids[chosen.number]!
  const own = sums[chosen.number]
  if (own === null || own === undefined || own.count[chosen.cell]! < 2) return null
  let found: (Chosen & { readonly total: number }) | null = null
  for (const [number, below] of lattice.cuboids.entries()) {
    if (below.dimensions.length !== cuboid.dimensions.length + 1) continue
    if ((below.mask & cuboid.mask) !== cuboid.mask) continue
    const parts = partsOf(state, cuboid, chosen.cell, below)
    let [total, leaves] = [0, 0]
    let best: Chosen | null = null
    const means: Part[] = []
    let bestMean = 0
    for (const cell of parts) {
      const gain = gains[number]![cell]!
      const count = sums[number]?.count[cell] ?? (state.deviations[cell] === NO_LEAF ? 0 : 1)
      if (count === 0) continue
      const mean = (sums[number]?.first[cell] ?? state.deviations[cell]!) / count
      leaves += count
      means.push([mean, count, gain])
      if (gain > 0) total += gain
      if (gain > (best?.gain ?? 0)) {
        best = { number, cell, gain }
        bestMean = mean
      }
    }
    const worth = (best?.gain ?? 0) / (means.find(([mean]) => mean === bestMean)?.[1] ?? 1)
    const isQuiet = ([mean, count, gain]: Part) =>
      mean / bestMean < 0.5 && gain < 0.25 * worth * count
    const quiet = means.reduce((sum, part) => (isQuiet(part) ? sum + part[1] : sum), 0)
    if (best !== null && total > chosen.gain && quiet >= leaves / 10) {
      if (found === null || total > found.total) found = { ...best, total }
    }
    yield
  }
  return found
}

/** The mean deviation of a part of a segment, its leaves and its gain. */
type Part = readonly [number, number, number]

/** The cells of a cuboid with one more dimension that lie in a cell. */
function partsOf(
  { lattice, deviations }: State,
  cuboid: Cuboid,
  cell: number,
  below: Cuboid,
): Iterable<number> {
  if (lattice.isFull) {
    const codes = codesOfCell(lattice, cuboid, cell)!
    const added = below.dimensions.find((one) => !cuboid.dimensions.includes(one))!
    const codeOf = new Map(cuboid.dimensions.map((one, i) => [one, codes[i]!]))
    return Array.from({ length: lattice.cards[added]! }, (_, code) =>
      below.dimensions.reduce(
        (key, one) => key * lattice.cards[one]! + (codeOf.get(one) ?? code),
        0,
      ),
    )
  }
  const parts = new Set<number>()
  for (let leaf = 0; leaf < deviations.length; leaf++) {
    if (cuboid.cellOf![leaf] === cell) parts.add(below.cellOf![leaf]!)
  }
  return parts
}

function* remove(state: State, { number, cell }: Chosen): Generator<void> {
  const { lattice, gains } = state
  const cuboid = lattice.cuboids[number]!
  const touched = (changed: number, one: number) => {
    gains[changed]![one] = gainOf(state, changed, one)
  }
  if (lattice.isFull) {
    const codes = codesOfCell(lattice, cuboid, cell)!
    const fixed = new Map(cuboid.dimensions.map((one, i) => [one, codes[i]!]))
    yield* removeBox({ lattice, fixed }, state, touched)
    return
  }
  const leaves: number[] = []
  for (const [leaf, one] of cuboid.cellOf!.entries()) if (one === cell) leaves.push(leaf)
  yield* removeLeaves(lattice, Uint32Array.from(leaves), state, touched)
}

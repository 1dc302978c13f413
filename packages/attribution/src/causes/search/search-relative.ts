import { type Deviations, NO_LEAF, sumCells } from '../leaves/cell-sums.ts'
import { type Cuboid, codesOfCell, type Lattice } from '../leaves/lattice.ts'
import { removeBox, removeLeaves } from '../leaves/removed-leaves.ts'
import { costsByDepth } from '../leaves/search-cost.ts'
import { type Usual, usualDeviations } from '../noise/usual-likelihood.ts'
import { type Claimed, mergeParts, UNCLAIMED } from './merged-parts.ts'
import { namedOnce, namedWithoutEachOther } from './overlaps.ts'
import {
  type BestCell,
  type BestCells,
  bestCell,
  bestCells,
  computeRelativeGain,
  type GainInput,
  markStale,
} from './relative-gains.ts'

/**
 * The search where each leaf deviates by a share of its size: whichever segment shortens the description most is next.
 * Where causes deviate to both sides, neither side shows what is usual; then the leaves that no cause has show it, and the
 * search is done again.
 */
export function* searchRelative(
  lattice: Lattice,
  all: Deviations,
  most: number,
): Generator<void, Peeled> {
  const remainingDeviations = all.slice()
  const peeled = yield* peel({
    lattice,
    all,
    left: remainingDeviations,
    usual: yield* usualDeviations(all),
    most,
  })
  const { findings } = peeled
  const isOneSided =
    findings.every(({ first }) => first > 0) || findings.every(({ first }) => first < 0)
  if (isOneSided) return peeled
  const usual = yield* usualDeviations(remainingDeviations)
  remainingDeviations.set(all)
  return yield* peel({ lattice, all, left: remainingDeviations, usual, most })
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

interface Peeling {
  readonly lattice: Lattice
  readonly all: Deviations
  /** The same, of which those of the leaves of no cause are kept. */
  readonly left: Deviations
  readonly usual: Usual
  readonly most: number
}

/** Takes the best segment away until none shortens the description. */
function* peel({
  lattice,
  all,
  left: remainingDeviations,
  usual,
  most,
}: Peeling): Generator<void, Peeled> {
  const state: State = {
    lattice,
    deviations: remainingDeviations,
    usual: usual.likelihoods,
    variance: usual.variance,
    sums: yield* sumCells(lattice, remainingDeviations, usual.likelihoods),
    costs: costsByDepth(lattice),
    best: bestCells(lattice.cuboids),
  }
  const { sums } = state
  const [leavesOfAll, likelihoodWithout] = [sums[0]!.count[0]!, sums[0]!.usual[0]!]
  const peeledFindings: Claimed[] = []
  while (peeledFindings.length < most) {
    const first = yield* bestCell(state.best, state)
    if (first === null) break
    const chosen = yield* descend(state, first)
    const cuboid = lattice.cuboids[chosen.number]!
    const codes = codesOfCell(lattice, cuboid, chosen.cell)!
    const conditions = cuboid.dimensions.map((dimension, i) => ({ dimension, code: codes[i]! }))
    peeledFindings.push({ ...getLeafSums(state, chosen), conditions, gain: chosen.gain })
    yield* remove(state, chosen)
  }
  const leaves = { ...state, deviations: all }
  const once = mergeParts(yield* namedOnce(peeledFindings, leaves), state)
  const findings = yield* namedWithoutEachOther(once, leaves)
  const remainingGain = computeRelativeGain(state, 0, 0)
  return {
    findings,
    gain: findings.reduce((sum, { gain }) => sum + gain, remainingGain),
    isWhole: remainingGain > 0 || findings.some(({ conditions }) => conditions.length === 0),
    left: sums[0]!.count[0]! > UNCLAIMED * leavesOfAll ? remainingDeviations : all,
    likelihood: likelihoodWithout + findings.reduce((sum, { gain }) => sum + gain, 0),
  }
}

function getLeafSums({ sums, deviations, usual }: State, { number, cell }: BestCell) {
  const cuboidSums = sums[number] ?? null
  if (cuboidSums !== null) {
    const [first, second] = [cuboidSums.first[cell]!, cuboidSums.second[cell]!]
    return { count: cuboidSums.count[cell]!, first, second, likelihood: cuboidSums.usual[cell]! }
  }
  const steps = deviations[cell]!
  return { count: 1, first: steps, second: steps * steps, likelihood: usual[Math.abs(steps)]! }
}

interface State extends GainInput {
  readonly lattice: Lattice
  readonly best: BestCells
}

/** From a segment to a part of it, while parts describe the data better and much of the segment is as usual. */
function* descend(state: State, from: BestCell): Generator<void, BestCell> {
  let chosen = from
  for (;;) {
    const next = yield* betterPart(state, chosen)
    if (next === null) return chosen
    chosen = next
  }
}

function* betterPart(state: State, chosen: BestCell): Generator<void, BestCell | null> {
  const { lattice, sums } = state
  const cuboid = lattice.cuboids[chosen.number]!
  const cuboidSums = sums[chosen.number]
  if (cuboidSums === null || cuboidSums === undefined || cuboidSums.count[chosen.cell]! < 2)
    return null
  let bestPart: (BestCell & { readonly total: number }) | null = null
  for (const [number, below] of lattice.cuboids.entries()) {
    if (below.dimensions.length !== cuboid.dimensions.length + 1) continue
    if ((below.mask & cuboid.mask) !== cuboid.mask) continue
    const parts = listPartCells(state, cuboid, chosen.cell, below)
    let [total, leaves] = [0, 0]
    let best: BestCell | null = null
    const means: Part[] = []
    let bestMean = 0
    for (const cell of parts) {
      const gain = computeRelativeGain(state, number, cell)
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
      if (bestPart === null || total > bestPart.total) bestPart = { ...best, total }
    }
    yield
  }
  return bestPart
}

/** The mean deviation of a part of a segment, its leaves and its gain. */
type Part = readonly [number, number, number]

/** The cells of a cuboid with one more dimension that lie in a cell. */
function listPartCells(
  { lattice, deviations }: State,
  cuboid: Cuboid,
  cell: number,
  below: Cuboid,
): Iterable<number> {
  if (lattice.isFull) {
    const codes = codesOfCell(lattice, cuboid, cell)!
    const added = below.dimensions.find((dimension) => !cuboid.dimensions.includes(dimension))!
    const codeOf = new Map(cuboid.dimensions.map((dimension, i) => [dimension, codes[i]!]))
    return Array.from({ length: lattice.cards[added]! }, (_, code) =>
      below.dimensions.reduce(
        (key, dimension) => key * lattice.cards[dimension]! + (codeOf.get(dimension) ?? code),
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

function* remove(state: State, { number, cell }: BestCell): Generator<void> {
  const { lattice, best } = state
  const cuboid = lattice.cuboids[number]!
  const touched = (changed: number, cells: Uint32Array) => markStale(best[changed]!, cells)
  if (lattice.isFull) {
    const codes = codesOfCell(lattice, cuboid, cell)!
    const fixed = new Map(cuboid.dimensions.map((dimension, i) => [dimension, codes[i]!]))
    yield* removeBox({ lattice, fixed }, state, touched)
    return
  }
  const leaves: number[] = []
  for (const [leaf, leafCell] of cuboid.cellOf!.entries()) if (leafCell === cell) leaves.push(leaf)
  yield* removeLeaves(lattice, Uint32Array.from(leaves), state, touched)
}

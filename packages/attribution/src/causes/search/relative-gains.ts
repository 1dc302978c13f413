import { inSpans } from '@tributary/core/internal'
import { type CellSums, type Deviations, NO_LEAF, STEPS } from '../leaves/cell-sums.ts'
import type { Cuboid } from '../leaves/lattice.ts'
import { COST } from '../leaves/search-cost.ts'
import { likelihood, SPREAD } from './merged-parts.ts'

/** The input of the gains of cells. */
export interface GainInput {
  readonly deviations: Deviations
  readonly usual: Float32Array
  /** The variance of deviations where nothing happened. */
  readonly variance: number
  readonly sums: readonly (CellSums | null)[]
  /** Nats to name a cell of each cuboid. */
  readonly costs: readonly number[]
}

/** The mean of so many leaves deviates about as a mean of normal values does, whatever the shape of the deviations of one. */
const MANY = 5

/** The log likelihood of a leaf that is a cause by itself. */
const ALONE = likelihood(1, 0)

/** By how many nats naming a cell shortens the description, in single precision; 0 where it does not. */
export function computeRelativeGain(
  { sums, deviations, usual, variance, costs }: GainInput,
  number: number,
  cell: number,
): number {
  const cost = costs[number]!
  const cuboidSums = sums[number] ?? null
  if (cuboidSums === null) {
    const steps = deviations[cell]!
    if (steps === NO_LEAF) return 0
    return Math.max(0, Math.fround(ALONE - usual[Math.abs(steps)]! - cost - Math.LN2))
  }
  const count = cuboidSums.count[cell]!
  if (count === 0) return 0
  const first = cuboidSums.first[cell]!
  const second = cuboidSums.second[cell]!
  const sumOfSquares = Math.max(0, second - (first * first) / count)
  const address = cost + Math.log(count + 1)
  const shifted = likelihood(count, sumOfSquares)
  // A segment whose leaves spread more than others, but around no deviation, did not change.
  const isShift = shifted > likelihood(count, second) + Math.log(count) / 2 + COST
  // How well the shape of the deviations fits adds up over many leaves, and says nothing of a shift.
  if (!isShift || (count >= MANY && meanGain(count, first, variance) < address)) return 0
  return Math.max(0, Math.fround(shifted - cuboidSums.usual[cell]! - address))
}

/**
 * The nats by which the mean of many deviations is beyond those that are usual. Where the noise of one window is symmetric,
 * `2·(current - expected) / (current + expected)` has a mean of up to half its variance.
 */
function meanGain(count: number, first: number, variance: number): number {
  const meanExcess = Math.max(0, Math.abs(first) / count - variance / STEPS / 2)
  return (count * meanExcess * meanExcess) / (2 * variance)
}

/**
 * Whether a cell may have a gain: false for most cells that have none, without a logarithm. The mean of many leaves must
 * deviate by the nats to name the cell at least. Of few leaves, `log(1 + x) <= x` bounds by how much deviations are likelier
 * around their mean than around 0.
 */
export function mayGain(
  count: number,
  first: number,
  second: number,
  { variance, cost }: { readonly variance: number; readonly cost: number },
): boolean {
  if (count >= MANY) {
    const totalExcess = Math.abs(first) - (count * variance) / STEPS / 2
    return totalExcess > 0 && totalExcess * totalExcess >= 2 * variance * cost * count
  }
  const common = first * first
  return (count + 0.5) * common >= COST * (count * (SPREAD * SPREAD + second) - common)
}

/** A cell, the number of its cuboid, and its gain in nats. */
export interface BestCell {
  readonly number: number
  readonly cell: number
  readonly gain: number
}

/** The best cell of each block of cells of a cuboid. */
interface Blocks {
  readonly cells: Uint32Array
  readonly gains: Float32Array
  /** 1 where sums of the block changed since. */
  readonly isStale: Uint8Array
  /** The number of cells of the cuboid. */
  readonly count: number
}

/** The best cell of each block of each cuboid. It is computed again, when it is asked for, where sums of the block changed. */
export type BestCells = readonly Blocks[]

/** A block has 2 to the power of this many cells. */
const BITS = 7
/** The search yields after it has compared so many blocks. */
const COMPARED = 1 << 10

/** Nothing is computed yet. */
export function bestCells(cuboids: readonly Pick<Cuboid, 'cells'>[]): BestCells {
  return cuboids.map(({ cells: count }) => {
    const blocks = Math.ceil(count / (1 << BITS))
    const isStale = new Uint8Array(blocks).fill(1)
    return { cells: new Uint32Array(blocks), gains: new Float32Array(blocks), isStale, count }
  })
}

/** Says that the sums of cells changed. */
export function markStale({ isStale }: Blocks, cells: Uint32Array): void {
  for (let i = 0; i < cells.length; i++) isStale[cells[i]! >>> BITS] = 1
}

/** The cell with the largest gain, the first of several; null where no cell has a gain. The cell of all leaves is left out. */
export function* bestCell(best: BestCells, gaining: GainInput): Generator<void, BestCell | null> {
  let chosen: BestCell | null = null
  for (const [number, blocks] of best.entries()) {
    if (number === 0) continue
    const { cells, gains, isStale } = blocks
    const compare = (from: number, to: number) => {
      let [at, gain] = [-1, chosen?.gain ?? 0]
      for (let block = from; block < to; block++) {
        if (isStale[block] === 1) refresh(blocks, block, gaining, number)
        if (gains[block]! > gain) {
          gain = gains[block]!
          at = block
        }
      }
      if (at >= 0) chosen = { number, cell: cells[at]!, gain }
    }
    yield* inSpans(gains.length, compare, COMPARED)
  }
  return chosen
}

function refresh(blocks: Blocks, block: number, gaining: GainInput, number: number): void {
  const { sums, costs, variance } = gaining
  const begin = block << BITS
  const end = Math.min(blocks.count, begin + (1 << BITS))
  const cuboidSums = sums[number] ?? null
  const cost = costs[number]!
  const cell =
    cuboidSums === null
      ? unlikeliestLeaf(gaining, begin, end)
      : findBestInBlock(cuboidSums, { begin, end, variance, cost }, (candidateCell) =>
          computeRelativeGain(gaining, number, candidateCell),
        )
  blocks.cells[block] = cell
  blocks.gains[block] = cell < 0 ? 0 : computeRelativeGain(gaining, number, cell)
  blocks.isStale[block] = 0
}

/** The first leaf of those that are the least likely without a cause; -1 where none is left. */
function unlikeliestLeaf({ deviations, usual }: GainInput, begin: number, end: number): number {
  let [bestLeaf, least] = [-1, Number.POSITIVE_INFINITY]
  for (let leaf = begin; leaf < end; leaf++) {
    const steps = deviations[leaf]!
    if (steps === NO_LEAF) continue
    const likelihood = usual[Math.abs(steps)]!
    if (likelihood < least) {
      bestLeaf = leaf
      least = likelihood
    }
  }
  return bestLeaf
}

interface Searched {
  readonly begin: number
  readonly end: number
  readonly variance: number
  readonly cost: number
}

function findBestInBlock(
  { count, first, second }: CellSums,
  { begin, end, ...limits }: Searched,
  gainAt: (cell: number) => number,
): number {
  let [candidateCell, most] = [-1, 0]
  for (let cell = begin; cell < end; cell++) {
    const leaves = count[cell]!
    if (leaves === 0 || !mayGain(leaves, first[cell]!, second[cell]!, limits)) continue
    const gain = gainAt(cell)
    if (gain > most) {
      candidateCell = cell
      most = gain
    }
  }
  return candidateCell
}

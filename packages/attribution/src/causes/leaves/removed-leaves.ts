import { inSpans } from '@tributary/core/internal'
import { addLeaf, type CellSums, type Deviations, NO_LEAF, sumBox } from './cell-sums.ts'
import type { Lattice } from './lattice.ts'

/** The sums and deviations that {@link removeBox} and {@link removeLeaves} change. */
export interface SummedLeaves {
  readonly deviations: Deviations
  readonly usual: Float32Array
  readonly sums: readonly (CellSums | null)[]
}

/** Called with the cells of a cuboid whose sums changed. */
export type Touched = (cuboid: number, cells: Uint32Array) => void

/** A box of leaves of a full lattice: the codes of the dimensions that are fixed. */
export interface Box {
  readonly lattice: Lattice
  readonly fixed: ReadonlyMap<number, number>
}

/** The leaves of a box in order. */
export function leavesOfBox({ lattice: { cards }, fixed }: Box): Uint32Array {
  return cellsOfBox([...cards.keys()], cards, fixed)
}

const CHUNK = 1 << 15

/** Takes the leaves of a box out of the sums of every cuboid. */
export function* removeBox(
  box: Box,
  { deviations, usual, sums }: SummedLeaves,
  touched: Touched,
): Generator<void> {
  const { lattice, fixed } = box
  const { cards, cuboids } = lattice
  const inside = takeOut(deviations, leavesOfBox(box))
  yield
  const free = cards.flatMap((_, index) => (fixed.has(index) ? [] : [index]))
  const byMask = yield* sumBox(
    free.map((index) => cards[index]!),
    inside,
    usual,
  )
  for (const [number, { mask, dimensions }] of cuboids.entries()) {
    const ownFree = free.reduce((bits, index, bit) => bits | (((mask >> index) & 1) << bit), 0)
    const part = byMask[ownFree] ?? null
    const cells = cellsOfBox(dimensions, cards, fixed)
    const cuboidSums = sums[number] ?? null
    const subtract = (from: number, to: number) => {
      if (cuboidSums === null) return
      if (part !== null) subtractSums(cuboidSums, part, { cells, from, to })
      else subtractLeaves(cuboidSums, { deviations: inside, usual }, { cells, from, to })
    }
    yield* inSpans(cells.length, subtract, CHUNK)
    touched(number, cells)
  }
}

/** The deviations of some leaves, which no longer count. */
function takeOut(deviations: Deviations, leaves: Uint32Array): Deviations {
  const removedDeviations = new Int16Array(leaves.length)
  for (let i = 0; i < leaves.length; i++) {
    const leaf = leaves[i]!
    removedDeviations[i] = deviations[leaf]!
    deviations[leaf] = NO_LEAF
  }
  return removedDeviations
}

/** Some of the cells that sums in the same order belong to. */
interface SomeCells {
  readonly cells: Uint32Array
  readonly from: number
  readonly to: number
}

function subtractSums(cuboidSums: CellSums, part: CellSums, { cells, from, to }: SomeCells): void {
  for (let i = from; i < to; i++) {
    const cell = cells[i]!
    cuboidSums.count[cell]! -= part.count[i]!
    cuboidSums.first[cell]! -= part.first[i]!
    cuboidSums.second[cell]! -= part.second[i]!
    cuboidSums.usual[cell]! -= part.usual[i]!
  }
}

function subtractLeaves(
  cuboidSums: CellSums,
  { deviations, usual }: Pick<SummedLeaves, 'deviations' | 'usual'>,
  { cells, from, to }: SomeCells,
): void {
  for (let i = from; i < to; i++) {
    const steps = deviations[i]!
    if (steps !== NO_LEAF) addLeaf(cuboidSums, cells[i]!, steps, usual, -1)
  }
}

function cellsOfBox(
  dimensions: readonly number[],
  cards: readonly number[],
  fixed: ReadonlyMap<number, number>,
): Uint32Array {
  let cells = new Uint32Array(1)
  for (const index of dimensions) {
    const code = fixed.get(index)
    const card = cards[index]!
    const width = code === undefined ? card : 1
    const next = new Uint32Array(cells.length * width)
    let at = 0
    for (const cell of cells) {
      for (let offset = 0; offset < width; offset++) next[at++] = cell * card + (code ?? offset)
    }
    cells = next
  }
  return cells
}

/** The same for leaves of a lattice whose cells are numbered. */
export function* removeLeaves(
  lattice: Lattice,
  leaves: Uint32Array,
  { deviations, usual, sums }: SummedLeaves,
  touched: Touched,
): Generator<void> {
  const inside = takeOut(deviations, leaves)
  for (const [number, { cellOf }] of lattice.cuboids.entries()) {
    const cells = new Uint32Array(leaves.length)
    for (let i = 0; i < leaves.length; i++) cells[i] = cellOf![leaves[i]!]!
    subtractLeaves(
      sums[number]!,
      { deviations: inside, usual },
      { cells, from: 0, to: cells.length },
    )
    touched(number, cells)
    yield
  }
}

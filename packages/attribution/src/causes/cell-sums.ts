import type { Cuboid, Lattice } from './lattice.ts'

/** Sums over the leaves of each cell of a cuboid. */
export interface CellSums {
  readonly count: Uint32Array
  /** Deviations, in steps. */
  readonly first: Floats
  /** Their squares. */
  readonly second: Floats
  /** Log likelihoods without a cause. */
  readonly usual: Floats
}

type Floats = Float32Array | Float64Array

/** The deviation of each leaf in steps; {@link NO_LEAF} where it says nothing or belongs to a cause. */
export type Deviations = Int16Array

/** The entry of {@link Deviations} that is not counted. */
export const NO_LEAF = -32_768

/** Steps of a deviation: -2 is -32,767, and 2 is 32,767. */
export const STEPS: number = 32_767 / 2

const CHUNK = 1 << 15
/** Above it sums are kept in single precision: cells are small then, and memory counts. */
const SINGLE_FROM = 1 << 20

function emptySums(cells: number): CellSums {
  const floats = () => (cells > SINGLE_FROM ? new Float32Array(cells) : new Float64Array(cells))
  return { count: new Uint32Array(cells), first: floats(), second: floats(), usual: floats() }
}

/** Adds up the leaves in every cuboid; null for the one of all dimensions of a full lattice, whose cells are the leaves. */
export function* sumCells(
  lattice: Lattice,
  deviations: Deviations,
  usual: Float32Array,
): Generator<void, readonly (CellSums | null)[]> {
  if (!lattice.isFull) {
    const sums: CellSums[] = []
    for (const cuboid of lattice.cuboids) sums.push(yield* sumNumbered(cuboid, deviations, usual))
    return sums
  }
  const byMask = yield* sumBox(lattice.cards, deviations, usual)
  return lattice.cuboids.map(({ mask }) => byMask[mask] ?? null)
}

function* sumNumbered(
  { cells, cellOf }: Cuboid,
  deviations: Deviations,
  usual: Float32Array,
): Generator<void, CellSums> {
  const sums = emptySums(cells)
  for (let leaf = 0; leaf < deviations.length; leaf++) {
    const steps = deviations[leaf]!
    if (steps === NO_LEAF) continue
    addLeaf(sums, cellOf![leaf]!, steps, usual, 1)
    if (leaf % CHUNK === CHUNK - 1) yield
  }
  return sums
}

function addLeaf(
  { count, first, second, usual: likelihoods }: CellSums,
  cell: number,
  steps: number,
  usual: Float32Array,
  sign: number,
): void {
  count[cell]! += sign
  first[cell]! += sign * steps
  second[cell]! += sign * steps * steps
  likelihoods[cell]! += sign * usual[steps < 0 ? -steps : steps]!
}

/** Sums of a box of leaves by mask; each cuboid is added up from the smallest one with one more dimension. */
function* sumBox(
  cards: readonly number[],
  deviations: Deviations,
  usual: Float32Array,
): Generator<void, readonly (CellSums | null)[]> {
  const all = (1 << cards.length) - 1
  const sizeOf = (mask: number) =>
    cards.reduce((product, card, index) => ((mask >> index) & 1 ? product * card : product), 1)
  const byMask: (CellSums | null)[] = new Array(all + 1).fill(null)
  if (all === 0) return [yield* sumNumberedAll(deviations, usual)]
  const masks = Array.from({ length: all }, (_, mask) => mask).sort(
    (a, b) => bitsIn(b) - bitsIn(a) || a - b,
  )
  for (const mask of masks) {
    let dropped = -1
    for (const index of cards.keys()) {
      if ((mask >> index) & 1) continue
      if (dropped < 0 || cards[index]! < cards[dropped]!) dropped = index
    }
    const parent = mask | (1 << dropped)
    const sums = emptySums(sizeOf(mask))
    const before = cards.reduce(
      (product, card, index) =>
        index < dropped && (parent >> index) & 1 ? product * card : product,
      1,
    )
    const after = sizeOf(parent) / (before * cards[dropped]!)
    const shape = { before, card: cards[dropped]!, after }
    const above = byMask[parent]
    if (above === null || above === undefined) yield* addLeaves(sums, shape, deviations, usual)
    else yield* addSums(sums, shape, above)
    byMask[mask] = sums
  }
  return byMask
}

function* sumNumberedAll(deviations: Deviations, usual: Float32Array): Generator<void, CellSums> {
  const sums = emptySums(1)
  for (const steps of deviations) if (steps !== NO_LEAF) addLeaf(sums, 0, steps, usual, 1)
  yield
  return sums
}

interface Shape {
  readonly before: number
  readonly card: number
  readonly after: number
}

function* addLeaves(
  sums: CellSums,
  { before, card, after }: Shape,
  deviations: Deviations,
  usual: Float32Array,
): Generator<void> {
  let leaf = 0
  let work = 0
  for (let outer = 0; outer < before; outer++) {
    for (let middle = 0; middle < card; middle++) {
      const begin = outer * after
      leaf = addRun(sums, begin, begin + after, leaf, deviations, usual)
      work += after
      if (work > CHUNK) {
        work = 0
        yield
      }
    }
  }
}

function addRun(
  { count, first, second, usual: likelihoods }: CellSums,
  begin: number,
  end: number,
  from: number,
  deviations: Deviations,
  usual: Float32Array,
): number {
  let leaf = from
  for (let cell = begin; cell < end; cell++, leaf++) {
    const steps = deviations[leaf]!
    if (steps === NO_LEAF) continue
    count[cell]! += 1
    first[cell]! += steps
    second[cell]! += steps * steps
    likelihoods[cell]! += usual[steps < 0 ? -steps : steps]!
  }
  return leaf
}

function* addSums(sums: CellSums, shape: Shape, above: CellSums): Generator<void> {
  yield* addColumn(sums.count, shape, above.count)
  yield* addColumn(sums.first, shape, above.first)
  yield* addColumn(sums.second, shape, above.second)
  yield* addColumn(sums.usual, shape, above.usual)
}

function* addColumn(
  target: Floats | Uint32Array,
  { before, card, after }: Shape,
  above: Floats | Uint32Array,
): Generator<void> {
  let work = 0
  let from = 0
  for (let outer = 0; outer < before; outer++) {
    for (let middle = 0; middle < card; middle++) {
      const begin = outer * after
      for (let cell = 0; cell < after; cell++) target[begin + cell]! += above[from + cell]!
      from += after
      work += after
    }
    if (work > CHUNK) {
      work = 0
      yield
    }
  }
}

function bitsIn(mask: number): number {
  let bits = 0
  for (let rest = mask; rest > 0; rest >>= 1) bits += rest & 1
  return bits
}

/** A box of leaves of a full lattice: the codes of the dimensions that are fixed. */
export interface Box {
  readonly lattice: Lattice
  readonly fixed: ReadonlyMap<number, number>
}

/** The leaves of a box in order. */
export function leavesOfBox({ lattice: { cards }, fixed }: Box): Uint32Array {
  let offsets = new Uint32Array(1)
  for (const [index, card] of cards.entries()) {
    const code = fixed.get(index)
    const width = code === undefined ? card : 1
    const next = new Uint32Array(offsets.length * width)
    let at = 0
    for (const offset of offsets) {
      for (let one = 0; one < width; one++) next[at++] = offset * card + (code ?? one)
    }
    offsets = next
  }
  return offsets
}

/** Takes the leaves out of the sums of every cuboid, and calls `touched` for each cell that had one of them. */
export function* removeBox(
  box: Box,
  { deviations, usual, sums }: SummedLeaves,
  touched: (cuboid: number, cell: number) => void,
): Generator<void> {
  const { lattice, fixed } = box
  const { cards, cuboids } = lattice
  const leaves = leavesOfBox(box)
  const inside = Int16Array.from(leaves, (leaf) => deviations[leaf]!)
  for (const leaf of leaves) deviations[leaf] = NO_LEAF
  yield
  const free = cards.flatMap((_, index) => (fixed.has(index) ? [] : [index]))
  const byMask = yield* sumBox(
    free.map((index) => cards[index]!),
    inside,
    usual,
  )
  for (const [number, cuboid] of cuboids.entries()) {
    const ownFree = free.flatMap((index, bit) => ((cuboid.mask >> index) & 1 ? [1 << bit] : []))
    const part = byMask[ownFree.reduce((mask, bit) => mask | bit, 0)] ?? null
    const cells = cellsOfBox(cuboid, cards, fixed)
    const own = sums[number] ?? null
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]!
      if (own !== null && part !== null) {
        own.count[cell]! -= part.count[i]!
        own.first[cell]! -= part.first[i]!
        own.second[cell]! -= part.second[i]!
        own.usual[cell]! -= part.usual[i]!
      } else if (own !== null && inside[i] !== NO_LEAF) {
        addLeaf(own, cell, inside[i]!, usual, -1)
      }
      touched(number, cell)
      if (i % CHUNK === CHUNK - 1) yield
    }
  }
}

/** What {@link removeBox} and {@link removeLeaves} change. */
export interface SummedLeaves {
  readonly deviations: Deviations
  readonly usual: Float32Array
  readonly sums: readonly (CellSums | null)[]
}

function cellsOfBox(
  { dimensions }: Cuboid,
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
      for (let one = 0; one < width; one++) next[at++] = cell * card + (code ?? one)
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
  touched: (cuboid: number, cell: number) => void,
): Generator<void> {
  for (const [number, { cellOf }] of lattice.cuboids.entries()) {
    const own = sums[number]!
    for (const leaf of leaves) {
      const steps = deviations[leaf]!
      if (steps !== NO_LEAF) addLeaf(own, cellOf![leaf]!, steps, usual, -1)
    }
    for (const leaf of leaves) if (deviations[leaf] !== NO_LEAF) touched(number, cellOf![leaf]!)
    yield
  }
  for (const leaf of leaves) deviations[leaf] = NO_LEAF
}

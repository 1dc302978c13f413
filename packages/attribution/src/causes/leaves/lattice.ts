import { determines, type EncodedDimension, type Leaves } from './leaves.ts'

/** The segments that have conditions on the same dimensions. */
export interface Cuboid {
  readonly mask: number
  /** Indexes of its dimensions, ascending. */
  readonly dimensions: readonly number[]
  /** The number of its cells; those that no leaf is in count where cells are numbered by their codes. */
  readonly cells: number
  /** The cells that a leaf is in. */
  readonly occupied: number
  /** The cell of each leaf; null where it is computed from the codes. */
  readonly cellOf: Uint32Array | null
}

/** Every combination of dimensions that is searched. */
export interface Lattice {
  readonly leaves: Leaves
  readonly cards: readonly number[]
  readonly cuboids: readonly Cuboid[]
  /** Whether every combination of values occurs, so that the leaves are in the order of their codes. */
  readonly isFull: boolean
  /** `determined[a]`: the dimensions, as a mask, whose value follows from that of `a`. */
  readonly determined: readonly number[]
}

const STEP = 1 << 16

/** The most cells of a cuboid: where the product of the sizes is larger, those that occur are numbered. */
export function mostCells(leaves: number): number {
  return 2 * leaves + 1024
}

/** Lays out the cuboids of up to `maxDepth` dimensions; those in which one dimension follows from another are left out. */
export function* layLattice(leaves: Leaves, maxDepth: number): Generator<void, Lattice> {
  const { dimensions, count } = leaves
  const cards = dimensions.map(({ values }) => values.length)
  const isFull = cards.reduce((product, card) => product * card, 1) === count
  const determined: number[] = []
  for (const [index, dimension] of dimensions.entries()) {
    determined.push(isFull ? 0 : yield* determinedBy(dimensions, index, dimension))
  }
  const cuboids: Cuboid[] = []
  for (let mask = 0; mask < 1 << dimensions.length; mask++) {
    const dimensionIndexes = cards.flatMap((_, index) => ((mask >> index) & 1 ? [index] : []))
    const isRedundant = dimensionIndexes.some((index) => (determined[index]! & mask) !== 0)
    if (dimensionIndexes.length > maxDepth || isRedundant) continue
    if (isFull) {
      const cells = dimensionIndexes.reduce((product, index) => product * cards[index]!, 1)
      cuboids.push({ mask, dimensions: dimensionIndexes, cells, occupied: cells, cellOf: null })
    } else {
      cuboids.push({
        mask,
        dimensions: dimensionIndexes,
        ...(yield* numberCells(leaves, dimensionIndexes)),
      })
    }
  }
  return { leaves, cards, cuboids, isFull, determined }
}

function* determinedBy(
  dimensions: readonly EncodedDimension[],
  index: number,
  determinant: EncodedDimension,
): Generator<void, number> {
  let mask = 0
  for (const [dependentIndex, dimension] of dimensions.entries()) {
    if (dependentIndex === index || dimension.values.length > determinant.values.length) continue
    if (yield* determines(determinant, dimension)) mask |= 1 << dependentIndex
  }
  return mask
}

function* numberCells(
  { dimensions, count }: Leaves,
  dimensionIndexes: readonly number[],
): Generator<void, Pick<Cuboid, 'cells' | 'occupied' | 'cellOf'>> {
  const cellOf = new Uint32Array(count)
  let cells = 1
  for (const index of dimensionIndexes) {
    const { codes, values } = dimensions[index]!
    const card = values.length
    if (cells * card > mostCells(count)) {
      cells = yield* renumber(cellOf, codes, card)
      continue
    }
    for (let leaf = 0; leaf < count; leaf++) {
      cellOf[leaf] = cellOf[leaf]! * card + codes[leaf]!
      if (leaf % STEP === STEP - 1) yield
    }
    cells *= card
  }
  const isOccupied = new Uint8Array(cells)
  let occupied = 0
  for (let leaf = 0; leaf < count; leaf++) {
    const cell = cellOf[leaf]!
    occupied += 1 - isOccupied[cell]!
    isOccupied[cell] = 1
  }
  return { cells, occupied, cellOf }
}

/** Splits the cells by one more dimension and numbers those that occur in the order of their first leaf. */
function* renumber(cellOf: Uint32Array, codes: Uint32Array, card: number): Generator<void, number> {
  const size = 1 << (32 - Math.clz32(2 * cellOf.length + 16))
  const keys = new Float64Array(size).fill(-1)
  const numbers = new Uint32Array(size)
  let cells = 0
  for (let leaf = 0; leaf < cellOf.length; leaf++) {
    const key = cellOf[leaf]! * card + codes[leaf]!
    let slot =
      (Math.imul(cellOf[leaf]!, 0x9e3779b1) ^ Math.imul(codes[leaf]! + 1, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & (size - 1)
    while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & (size - 1)
    if (keys[slot] === -1) {
      keys[slot] = key
      numbers[slot] = cells++
    }
    cellOf[leaf] = numbers[slot]!
    if (leaf % STEP === STEP - 1) yield
  }
  return cells
}

/** Cells of leaves that are kept for all cuboids of a lattice, at most: 64 MiB. */
const MOST_KEPT = 1 << 24
const cellsByCuboid = new WeakMap<Cuboid, Uint32Array>()

/** The cell of each leaf, computed where the lattice does not hold it. */
export function cellsOfLeaves(lattice: Lattice, cuboid: Cuboid): Uint32Array {
  if (cuboid.cellOf !== null) return cuboid.cellOf
  const cachedCells = cellsByCuboid.get(cuboid)
  if (cachedCells !== undefined) return cachedCells
  if (lattice.leaves.count * lattice.cuboids.length > MOST_KEPT) {
    return computedCells(lattice, cuboid.dimensions, new Uint32Array(lattice.leaves.count))
  }
  const last = cuboid.dimensions.at(-1) ?? 0
  const coarser = lattice.cuboids.find(({ mask }) => mask === (cuboid.mask & ~(1 << last)))
  const leafCells =
    coarser === undefined || coarser === cuboid
      ? computedCells(lattice, cuboid.dimensions, new Uint32Array(lattice.leaves.count))
      : computedCells(lattice, [last], cellsOfLeaves(lattice, coarser).slice())
  cellsByCuboid.set(cuboid, leafCells)
  return leafCells
}

/** Splits cells by further dimensions. */
function computedCells(
  { leaves, cards }: Lattice,
  dimensions: readonly number[],
  cellOf: Uint32Array,
): Uint32Array {
  for (const index of dimensions) {
    const { codes } = leaves.dimensions[index]!
    const card = cards[index]!
    for (let leaf = 0; leaf < cellOf.length; leaf++)
      cellOf[leaf] = cellOf[leaf]! * card + codes[leaf]!
  }
  return cellOf
}

/** The codes of a cell by dimension of its cuboid, read from one of its leaves; null when no leaf is in it. */
export function codesOfCell(
  { leaves, cards }: Lattice,
  { dimensions, cellOf }: Cuboid,
  cell: number,
): readonly number[] | null {
  if (cellOf !== null) {
    const leaf = cellOf.indexOf(cell)
    return leaf < 0 ? null : dimensions.map((index) => leaves.dimensions[index]!.codes[leaf]!)
  }
  const codes: number[] = []
  let quotient = cell
  for (const index of dimensions.toReversed()) {
    codes.unshift(quotient % cards[index]!)
    quotient = Math.floor(quotient / cards[index]!)
  }
  return codes
}

/** The cell of a cuboid with the given codes; -1 when no leaf is in it. */
export function cellAt(
  { leaves, cards }: Lattice,
  { dimensions, cellOf }: Cuboid,
  conditions: readonly { readonly dimension: number; readonly code: number }[],
): number {
  const codeOf = new Map(conditions.map(({ dimension, code }) => [dimension, code]))
  if (cellOf === null) {
    return dimensions.reduce((key, index) => key * cards[index]! + codeOf.get(index)!, 0)
  }
  for (let leaf = 0; leaf < cellOf.length; leaf++) {
    if (dimensions.every((index) => leaves.dimensions[index]!.codes[leaf] === codeOf.get(index))) {
      return cellOf[leaf]!
    }
  }
  return -1
}

/** A cell of a cuboid by numbers. */
export interface CellNumber {
  readonly number: number
  readonly cell: number
}

/** The cell, and those of cuboids with one more dimension that have exactly the same leaves. */
export function withSameLeaves(
  lattice: Lattice,
  { number, cell }: CellNumber,
): readonly CellNumber[] {
  const { mask, dimensions } = lattice.cuboids[number]!
  const inside = cellsOfLeaves(lattice, lattice.cuboids[number]!)
  const first = inside.indexOf(cell)
  const finer = lattice.cuboids.flatMap((cuboid, below): readonly CellNumber[] => {
    if (cuboid.dimensions.length !== dimensions.length + 1 || (cuboid.mask & mask) !== mask) {
      return []
    }
    const cellOf = cellsOfLeaves(lattice, cuboid)
    const finerCell = cellOf[first]!
    const isSame = inside.every((leafCell, leaf) => leafCell !== cell || cellOf[leaf] === finerCell)
    return isSame ? [{ number: below, cell: finerCell }] : []
  })
  return [{ number, cell }, ...finer]
}

import { inSpans } from '@tributary/core/internal'
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
    for (const cuboid of lattice.cuboids)
      sums.push(yield* sumNumberedCells(cuboid, deviations, usual))
    return sums
  }
  const byMask = yield* sumBox(lattice.cards, deviations, usual)
  return lattice.cuboids.map(({ mask }) => byMask[mask] ?? null)
}

function* sumNumberedCells(
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

/** Adds a leaf to the sums of a cell `sign` times. */
export function addLeaf(
  { count, first, second, usual: likelihoods }: CellSums,
  cell: number,
  steps: number,
  usual: Float32Array,
  sign: number,
): void {
  count[cell]! += sign
  first[cell]! += sign * steps
  second[cell]! += sign * steps * steps
  likelihoods[cell]! += sign * usual[Math.abs(steps)]!
}

/** Sums of a box of leaves by mask, null for the leaves themselves; each cuboid is added up from the smallest one with one more dimension. */
export function* sumBox(
  cards: readonly number[],
  deviations: Deviations,
  usual: Float32Array,
): Generator<void, readonly (CellSums | null)[]> {
  const all = (1 << cards.length) - 1
  const countBoxCells = (mask: number) =>
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
    const sums = emptySums(countBoxCells(mask))
    const after = countBoxCells((parent >> (dropped + 1)) << (dropped + 1))
    const shape = { card: cards[dropped]!, after }
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

/** How the cells of a cuboid lie in those of one with one more dimension, which has `card` values: `after` cells apart. */
interface Shape {
  readonly card: number
  readonly after: number
}

function* addLeaves(
  sums: CellSums,
  shape: Shape,
  deviations: Deviations,
  usual: Float32Array,
): Generator<void> {
  const add = (from: number, to: number) => addLines(sums, shape, { deviations, usual, from, to })
  yield* inSpans(sums.count.length, add, Math.ceil(CHUNK / shape.card))
}

interface Lines {
  readonly deviations: Deviations
  readonly usual: Float32Array
  readonly from: number
  readonly to: number
}

/** Adds up the leaves of each cell before it goes to the next one, so that a sum is written once. */
function addLines(
  { count, first, second, usual: likelihoods }: CellSums,
  { card, after }: Shape,
  { deviations, usual, from, to }: Lines,
): void {
  let inner = from % after
  let start = (from - inner) * card + inner
  for (let cell = from; cell < to; cell++) {
    let [leaves, steps, squares, likelihood] = [0, 0, 0, 0]
    for (let i = 0, leaf = start; i < card; i++, leaf += after) {
      const deviation = deviations[leaf]!
      if (deviation === NO_LEAF) continue
      leaves++
      steps += deviation
      squares += deviation * deviation
      likelihood += usual[Math.abs(deviation)]!
    }
    count[cell] = leaves
    first[cell] = steps
    second[cell] = squares
    likelihoods[cell] = likelihood
    start++
    if (++inner === after) {
      inner = 0
      start += (card - 1) * after
    }
  }
}

function* addSums(sums: CellSums, shape: Shape, above: CellSums): Generator<void> {
  for (const key of ['count', 'first', 'second', 'usual'] as const) {
    const add = (from: number, to: number) => addColumn(sums[key], shape, above[key], from, to)
    yield* inSpans(sums.count.length, add, Math.ceil(CHUNK / shape.card))
  }
}

function addColumn(
  target: Floats | Uint32Array,
  { card, after }: Shape,
  above: Floats | Uint32Array,
  from: number,
  to: number,
): void {
  let inner = from % after
  let start = (from - inner) * card + inner
  for (let cell = from; cell < to; cell++) {
    let sum = 0
    for (let i = 0, part = start; i < card; i++, part += after) sum += above[part]!
    target[cell] = sum
    start++
    if (++inner === after) {
      inner = 0
      start += (card - 1) * after
    }
  }
}

function bitsIn(mask: number): number {
  let bits = 0
  for (let remainingBits = mask; remainingBits > 0; remainingBits >>= 1) bits += remainingBits & 1
  return bits
}

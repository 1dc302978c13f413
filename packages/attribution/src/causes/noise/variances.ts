import { inSpans } from '@tributary/core/internal'
import { sumOfLeast } from '../../numbers/sorted-order.ts'
import { type Cells, getCellSize, OCTAVES, toSizeOctave } from './cells.ts'
import { learnTails } from './usual-tails.ts'

/** How much a cell differs from what is expected by itself. */
export interface Variances {
  /** The variance of a cell. */
  of(cuboid: number, cell: number): number
  /** For the search: the degrees of freedom of Student's distribution, the same for all sizes. */
  readonly freedom: number
  /** The nats of a deviation with the tails that those of its size have in this window and the earlier ones. */
  usualNats(cuboid: number, cell: number, residual: number): number
  /** The degrees of freedom of these tails. */
  tailFreedom(cuboid: number, cell: number): number
}

/** A rounding to whole steps has the variance of a twelfth of the square of a step; two of them that of a sixth. */
const ROUNDINGS = 6
/** Cells that the family of all cuboids counts for, beside a cuboid's own. */
const FAMILY_WEIGHT = 12
/** Windows that the family counts for, beside a cell's own past. */
const PAST_WEIGHT = 6
/** The square of an earlier window counts for so many usual ones at most: one wild window says little of the others. */
const MOST_SQUARE = 16
/** Degrees of freedom of a variance that no past tells. */
const FREEDOM = 12

/**
 * The variance of a cell: of cells of its size in its cuboid, drawn to that of cells of this size in all cuboids, and
 * to the cell's own past. The largest tenth of the squares is left out of the first two, for causes are among them. Values
 * that are whole multiples of `step` are rounded to them, and so is what they are expected from.
 */
export function* fitVariances(cells: readonly Cells[], step: number): Generator<void, Variances> {
  const least = Math.max((step * step) / ROUNDINGS, Number.MIN_VALUE)
  const families: (readonly Family[])[] = []
  const pooled: number[][] = Array.from({ length: OCTAVES }, () => [])
  for (const cuboidCells of cells) {
    const squares = yield* squaresByOctave(cuboidCells)
    families.push(
      squares.map((octaveSquares) => ({
        count: octaveSquares.length,
        mean: trimmedMean(octaveSquares),
      })),
    )
    for (const [octave, octaveSquares] of squares.entries())
      pooled[octave]!.push(...octaveSquares.slice(0, 20_000))
    yield
  }
  const all = filledIn(
    pooled.map((octaveSquares) => ({
      count: octaveSquares.length,
      mean: trimmedMean(octaveSquares),
    })),
  )
  const windows = 1 + (cells[0]?.past.length ?? 0)
  const dispersion: number[][] = []
  for (const [number, cuboidCells] of cells.entries()) {
    const factor = yield* ownFactor(cuboidCells, all)
    dispersion.push(
      families[number]!.map(({ count, mean }, octave) => {
        const usual = factor * all[octave]!
        if (count < FEW) return usual
        const weight = count / windows
        return (FAMILY_WEIGHT * usual + weight * mean) / (FAMILY_WEIGHT + weight)
      }),
    )
    yield
  }
  const computeCellVariance = (cuboid: number, cell: number, before: number): number => {
    const { past } = cells[cuboid]!
    const size = Math.max(getCellSize(cells[cuboid]!, cell, before), Number.MIN_VALUE)
    const family = dispersion[cuboid]![toSizeOctave(size)]! * size
    let [squares, weight] = [0, PAST_WEIGHT]
    for (let window = before; window < past.length; window++) {
      const square = past[window]![cell]! * past[window]![cell]!
      squares += Math.min(square, MOST_SQUARE * family)
      weight++
    }
    return Math.max((PAST_WEIGHT * family + squares) / weight, least)
  }
  const current: Float64Array[] = []
  for (const [cuboid, { size }] of cells.entries()) {
    const cuboidVariances = new Float64Array(size.length)
    yield* inSpans(size.length, (from, to) => {
      for (let cell = from; cell < to; cell++)
        cuboidVariances[cell] = computeCellVariance(cuboid, cell, 0)
    })
    current.push(cuboidVariances)
  }
  const { tails, nats } = yield* learnTails(cells, (cuboid, cell, before) =>
    before === 0 ? current[cuboid]![cell]! : computeCellVariance(cuboid, cell, before),
  )
  const octaveAt = (cuboid: number, cell: number) => toSizeOctave(cells[cuboid]!.size[cell]!)
  return {
    of: (cuboid, cell) => current[cuboid]![cell]!,
    freedom: FREEDOM + windows - 1,
    usualNats: (cuboid, cell, residual) =>
      nats((residual * residual) / current[cuboid]![cell]!, octaveAt(cuboid, cell)),
    tailFreedom: (cuboid, cell) => tails[octaveAt(cuboid, cell)]!.freedom,
  }
}

/** Squares of an octave of a cuboid that are sorted, at most: more say hardly more. */
const MOST_SQUARES = 50_000

/** How many times as much as cells of their size in all cuboids those of one cuboid vary. */
function* ownFactor(
  { differences: cellResiduals, size, usualPast }: Cells,
  all: readonly number[],
): Generator<void, number> {
  const ratios: number[] = []
  const windows = [cellResiduals, ...usualPast]
  const every = Math.max(1, Math.ceil((size.length * windows.length) / (4 * MOST_SQUARES)))
  yield* inSpans(size.length, (from, to) => {
    for (let cell = from; cell < to; cell++) {
      if (!(size[cell]! > 0) || cell % every !== 0) continue
      const usual = all[toSizeOctave(size[cell]!)]! * size[cell]!
      for (const windowResiduals of windows)
        ratios.push((windowResiduals[cell]! * windowResiduals[cell]!) / usual)
    }
  })
  const weight = ratios.length / windows.length
  return (FAMILY_WEIGHT + weight * trimmedMean(ratios)) / (FAMILY_WEIGHT + weight)
}

interface Family {
  readonly count: number
  readonly mean: number
}

/** Squares over the size, of this window and the earlier ones. */
function* squaresByOctave({
  differences: cellResiduals,
  size,
  usualPast,
}: Cells): Generator<void, number[][]> {
  const squares: number[][] = Array.from({ length: OCTAVES }, () => [])
  const windows = [cellResiduals, ...usualPast]
  const [counts, visitCounts] = [new Uint32Array(OCTAVES), new Uint32Array(OCTAVES)]
  yield* inSpans(size.length, (from, to) => {
    for (let cell = from; cell < to; cell++)
      if (size[cell]! > 0) counts[toSizeOctave(size[cell]!)]!++
  })
  const every = counts.map((count) => Math.ceil((count * windows.length) / MOST_SQUARES))
  yield* inSpans(size.length, (from, to) => {
    for (let cell = from; cell < to; cell++) {
      if (!(size[cell]! > 0)) continue
      const octave = toSizeOctave(size[cell]!)
      if (visitCounts[octave]!++ % every[octave]! !== 0) continue
      for (const windowResiduals of windows)
        squares[octave]!.push((windowResiduals[cell]! * windowResiduals[cell]!) / size[cell]!)
    }
  })
  return squares
}

/** The mean of the squares as it would be of normal values with this trimmed mean, or of few with this median. */
function trimmedMean(squares: readonly number[]): number {
  if (squares.length === 0) return 0
  if (squares.length >= MANY) {
    const retainedCount = Math.floor(THIRTIETH.part * squares.length)
    return sumOfLeast(Float64Array.from(squares), retainedCount) / retainedCount / THIRTIETH.of
  }
  const sorted = Float64Array.from(squares).sort()
  if (sorted.length < FEW) {
    const middle = sorted.length / 2
    return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2 / 0.455
  }
  const retainedSize = Math.floor(TENTH.part * sorted.length)
  let sum = 0
  for (let i = 0; i < retainedSize; i++) sum += sorted[i]!
  return sum / retainedSize / TENTH.of
}

/** Below it, the median is taken. */
const FEW = 40
/** From it, less is left out: squares of small counts are skewed. */
const MANY = 400
/** The part of the squares that remains after trimming, and the mean of those of normal values. */
const TENTH = { part: 0.9, of: 0.6235 }
const THIRTIETH = { part: 0.97, of: 0.8305 }

/** A value for every octave: of its cells and those of the neighbours; beyond them as the nearest. */
function filledIn(families: readonly Family[]): readonly number[] {
  const total = families.reduce((sum, { count, mean }) => sum + count * mean, 0)
  const count = families.reduce((sum, family) => sum + family.count, 0)
  const middle = count === 0 ? 1 : total / count
  const filled = families.map((family, octave) => {
    let [sum, weight] = [0, 0]
    for (let near = octave - 1; near <= octave + 1; near++) {
      const neighbor = families[near]
      if (neighbor === undefined || neighbor.count === 0) continue
      const part = Math.min(neighbor.count, 1000) * (near === octave ? 2 : 1)
      sum += part * neighbor.mean
      weight += part
    }
    return weight === 0
      ? Number.NaN
      : (sum + 4 * middle * Number(family.count < 8)) / (weight + 4 * Number(family.count < 8))
  })
  let last = middle
  return filled.map((mean) => {
    if (!Number.isNaN(mean)) last = mean
    return Math.max(last, middle * 1e-6, SMALLEST)
  })
}

/** Squares over the size where nothing deviates: products with it and quotients by it are numbers. */
const SMALLEST = 1e-200

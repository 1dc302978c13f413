import type { Cells } from './cells.ts'

/** How much a cell differs from what is expected by itself. */
export interface Variances {
  of(cuboid: number, cell: number): { readonly variance: number; readonly freedom: number }
}

/** Cells that the family of all cuboids counts for, beside a cuboid's own. */
const FAMILY_WEIGHT = 12
/** Windows that the family counts for, beside a cell's own past. */
const PAST_WEIGHT = 6
/** Degrees of freedom of a variance that no past tells. */
const FREEDOM = 12
const OCTAVES = 128
const MIDDLE = 64

/**
 * The variance of a cell: of cells of its size in its cuboid, drawn to that of cells of this size in all cuboids, and
 * to the cell's own past. The largest tenth of the squares is left out of the first two, for causes are among them.
 */
export function* fitVariances(cells: readonly Cells[]): Generator<void, Variances> {
  const families: (readonly Family[])[] = []
  const pooled: number[][] = Array.from({ length: OCTAVES }, () => [])
  for (const own of cells) {
    const squares = squaresByOctave(own)
    families.push(squares.map((one) => ({ count: one.length, mean: trimmedMean(one) })))
    for (const [octave, one] of squares.entries()) pooled[octave]!.push(...one.slice(0, 20_000))
    yield
  }
  const all = filledIn(pooled.map((one) => ({ count: one.length, mean: trimmedMean(one) })))
  const windows = 1 + (cells[0]?.past.length ?? 0)
  const dispersion = families.map((own) =>
    own.map(({ count, mean }, octave) => {
      const weight = count / windows
      return (FAMILY_WEIGHT * all[octave]! + weight * mean) / (FAMILY_WEIGHT + weight)
    }),
  )
  return {
    of(cuboid, cell) {
      const { size, past } = cells[cuboid]!
      const own = Math.max(size[cell]!, Number.MIN_VALUE)
      const family = dispersion[cuboid]![octaveOf(own)]! * own
      if (past.length === 0)
        return { variance: Math.max(family, Number.MIN_VALUE), freedom: FREEDOM }
      let squares = 0
      for (const one of past) squares += one[cell]! * one[cell]!
      const weight = PAST_WEIGHT + past.length
      const variance = (PAST_WEIGHT * family + squares) / weight
      return { variance: Math.max(variance, Number.MIN_VALUE), freedom: FREEDOM + past.length }
    },
  }
}

interface Family {
  readonly count: number
  readonly mean: number
}

function octaveOf(size: number): number {
  return Math.max(0, Math.min(OCTAVES - 1, Math.floor(Math.log2(size)) + MIDDLE))
}

/** Squares over the size, of this window and the earlier ones. */
function squaresByOctave({ rest, size, past }: Cells): number[][] {
  const squares: number[][] = Array.from({ length: OCTAVES }, () => [])
  for (let cell = 0; cell < size.length; cell++) {
    if (!(size[cell]! > 0)) continue
    const own = squares[octaveOf(size[cell]!)]!
    own.push((rest[cell]! * rest[cell]!) / size[cell]!)
    for (const one of past) own.push((one[cell]! * one[cell]!) / size[cell]!)
  }
  return squares
}

/** The mean of the squares as it would be of normal values with this trimmed mean, or of few with this median. */
function trimmedMean(squares: readonly number[]): number {
  if (squares.length === 0) return 0
  const sorted = Float64Array.from(squares).sort()
  if (sorted.length < FEW) {
    const middle = sorted.length / 2
    return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2 / 0.455
  }
  const { part, of } = sorted.length < MANY ? TENTH : THIRTIETH
  const kept = Math.floor(part * sorted.length)
  let sum = 0
  for (let i = 0; i < kept; i++) sum += sorted[i]!
  return sum / kept / of
}

/** Below it, the median is taken. */
const FEW = 40
/** From it, less is left out: squares of small counts are skewed. */
const MANY = 400
/** What is kept, and the mean of the kept squares of normal values. */
const TENTH = { part: 0.9, of: 0.6235 }
const THIRTIETH = { part: 0.97, of: 0.8305 }

/** A value for every octave: of its cells and those of the neighbours; beyond them as the nearest. */
function filledIn(families: readonly Family[]): readonly number[] {
  const total = families.reduce((sum, { count, mean }) => sum + count * mean, 0)
  const count = families.reduce((sum, one) => sum + one.count, 0)
  const middle = count === 0 ? 1 : total / count
  const filled = families.map((one, octave) => {
    let [sum, weight] = [0, 0]
    for (let near = octave - 1; near <= octave + 1; near++) {
      const other = families[near]
      if (other === undefined || other.count === 0) continue
      const part = Math.min(other.count, 1000) * (near === octave ? 2 : 1)
      sum += part * other.mean
      weight += part
    }
    return weight === 0
      ? Number.NaN
      : (sum + 4 * middle * Number(one.count < 8)) / (weight + 4 * Number(one.count < 8))
  })
  let last = middle
  return filled.map((one) => {
    if (!Number.isNaN(one)) last = one
    return Math.max(last, middle * 1e-6, Number.MIN_VALUE)
  })
}

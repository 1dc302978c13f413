import { type Cuboid, cellsOfLeaves, type Lattice } from '../leaves/lattice.ts'
import type { Residuals } from './residuals.ts'

/** Sums over the leaves of each cell. */
export interface Cells {
  /** Differences from what is expected. */
  readonly differences: Float64Array
  readonly size: Float64Array
  /** The same differences in earlier windows, the latest first. */
  readonly past: readonly Float64Array[]
  /** The same without the segments that deviated most in each window: how the others usually deviate. */
  readonly usualPast: readonly Float64Array[]
  /** The sizes in the latest of these windows. */
  readonly pastSizes: readonly Float64Array[]
}

/** The size of a cell so many windows before the current one. */
export function getCellSize({ size, pastSizes }: Cells, cell: number, before: number): number {
  return before === 0 ? size[cell]! : pastSizes[before - 1]![cell]!
}

/** Octaves of sizes: from 2^-64 to 2^64. */
export const OCTAVES = 128

/** The octave that a size is in; sizes beyond the first or the last one are in it, and what is no size is in the first. */
export function toSizeOctave(size: number): number {
  if (!(size > 0)) return 0
  return Math.max(0, Math.min(OCTAVES - 1, Math.floor(Math.log2(size)) + OCTAVES / 2))
}

const CHUNK = 1 << 14

/** Sums of the leaves in the cells of every cuboid, the cells of a coarser one from those of a finer one where these are fewer than the leaves. */
export function* sumCuboids(
  lattice: Lattice,
  { differences: leafResiduals, size, past, pastSizes }: Residuals,
): Generator<void, readonly Cells[]> {
  const ofLeaves = [leafResiduals, size, ...past, ...pastSizes]
  const done = new Map<Cuboid, readonly Float64Array[]>()
  for (const cuboid of lattice.cuboids.toSorted(byDimensions)) {
    const cellOf = cellsOfLeaves(lattice, cuboid)
    const finer = smallestAbove(cuboid, done.keys())
    if (finer === null || 2 * finer.cells > lattice.leaves.count) {
      done.set(cuboid, yield* sumColumnsByCell(ofLeaves, cellOf, cuboid.cells))
      continue
    }
    const finerCells = cellsOfLeaves(lattice, finer)
    const above = new Uint32Array(finer.cells)
    for (let leaf = 0; leaf < cellOf.length; leaf++) above[finerCells[leaf]!] = cellOf[leaf]!
    yield
    done.set(cuboid, yield* sumColumnsByCell(done.get(finer)!, above, cuboid.cells))
  }
  return lattice.cuboids.map((cuboid): Cells => {
    const [ownRest, ownSize, ...pastSums] = done.get(cuboid)!
    const pastDifferences = pastSums.slice(0, past.length)
    return {
      differences: ownRest!,
      size: ownSize!,
      past: pastDifferences,
      usualPast: pastDifferences,
      pastSizes: pastSums.slice(past.length),
    }
  })
}

function byDimensions(a: Cuboid, b: Cuboid): number {
  return b.dimensions.length - a.dimensions.length
}

/** The cuboid with the fewest cells that has all conditions of another one, and more. */
function smallestAbove({ mask }: Cuboid, cuboids: Iterable<Cuboid>): Cuboid | null {
  let smallest: Cuboid | null = null
  for (const cuboid of cuboids) {
    if ((cuboid.mask & mask) !== mask || cuboid.mask === mask) continue
    if (smallest === null || cuboid.cells < smallest.cells) smallest = cuboid
  }
  return smallest
}

/** Sums of columns by the cell of each entry. */
function* sumColumnsByCell(
  columns: readonly Float64Array[],
  cellOf: Uint32Array,
  cells: number,
): Generator<void, readonly Float64Array[]> {
  const all: Float64Array[] = []
  for (const values of columns) {
    const sums = new Float64Array(cells)
    for (let from = 0; from < values.length; from += CHUNK) {
      const to = Math.min(values.length, from + CHUNK)
      for (let entry = from; entry < to; entry++) sums[cellOf[entry]!]! += values[entry]!
      yield
    }
    all.push(sums)
  }
  return all
}

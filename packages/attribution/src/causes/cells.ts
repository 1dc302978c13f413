import { type Cuboid, cellsOfLeaves, type Lattice } from './lattice.ts'
import type { Residuals } from './residuals.ts'

/** Sums over the leaves of each cell. */
export interface Cells {
  /** Differences from what is expected. */
  readonly rest: Float64Array
  readonly size: Float64Array
  /** The same differences in earlier windows, the latest first. */
  readonly past: readonly Float64Array[]
  /** The sizes in the latest of these windows. */
  readonly pastSizes: readonly Float64Array[]
}

/** The size of a cell so many windows before the current one. */
export function sizeOf({ size, pastSizes }: Cells, cell: number, before: number): number {
  return before === 0 ? size[cell]! : pastSizes[before - 1]![cell]!
}

/** Octaves of sizes: from 2^-64 to 2^64. */
export const OCTAVES = 128

/** The octave that a size is in; sizes beyond the first or the last one are in it. */
export function octaveOf(size: number): number {
  return Math.max(0, Math.min(OCTAVES - 1, Math.floor(Math.log2(size)) + OCTAVES / 2))
}

const CHUNK = 1 << 14

/** Adds up the leaves in each cell of a cuboid. */
export function* sumCuboid(
  lattice: Lattice,
  cuboid: Cuboid,
  { rest, size, past, pastSizes }: Residuals,
): Generator<void, Cells> {
  const cellOf = cellsOfLeaves(lattice, cuboid)
  const added: Float64Array[] = []
  for (const values of [rest, size, ...past, ...pastSizes]) {
    const sums = new Float64Array(cuboid.cells)
    for (let leaf = 0; leaf < values.length; leaf++) {
      sums[cellOf[leaf]!]! += values[leaf]!
      if (leaf % CHUNK === CHUNK - 1) yield
    }
    added.push(sums)
  }
  const [ownRest, ownSize, ...others] = added
  return {
    rest: ownRest!,
    size: ownSize!,
    past: others.slice(0, past.length),
    pastSizes: others.slice(past.length),
  }
}

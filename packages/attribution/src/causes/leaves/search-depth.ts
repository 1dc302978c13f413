import { mostCells } from './lattice.ts'
import type { Leaves } from './leaves.ts'

/** Dimensions up to which segments have as many conditions as there are dimensions. */
const ALL_UP_TO = 6
const DEPTH_BEYOND = 3
/** Bytes that the sums of all segments may take. */
export const MOST_BYTES: number = 2 ** 30

/** How many conditions a segment has at most. */
export interface SearchDepth {
  readonly depth: number
  /** Whether it would be more if sums took no memory. */
  readonly isDepthCut: boolean
}

/**
 * The depth that was asked for, or the largest smaller one at which the sums take no more than {@link MOST_BYTES}; at least 1.
 * A combination of dimensions has no more cells than the product of their sizes, and hardly more than there are leaves. The
 * leaves of a full lattice need no numbers, so its sums are small.
 */
export function searchDepth(
  { count, dimensions, history }: Pick<Leaves, 'count' | 'dimensions' | 'history'>,
  requestedDepth: number | undefined,
): SearchDepth {
  const most = requestedDepth ?? (dimensions.length <= ALL_UP_TO ? ALL_UP_TO : DEPTH_BEYOND)
  const wanted = Math.min(most, dimensions.length)
  const sizes = dimensions.map(({ values }) => values.length)
  const isFull = sizes.reduce((product, size) => product * size, 1) === count
  if (isFull) return { depth: wanted, isDepthCut: false }
  const bytes = sumBytesByDepth({ count, sizes, windows: history.length })
  let total = bytes[0]!
  for (let depth = 1; depth <= wanted; depth++) {
    total += bytes[depth]!
    if (depth > 1 && total > MOST_BYTES) return { depth: depth - 1, isDepthCut: true }
  }
  return { depth: wanted, isDepthCut: false }
}

/** The most bytes of all combinations of so many dimensions, by their number. */
function sumBytesByDepth({
  count,
  sizes,
  windows,
}: {
  readonly count: number
  readonly sizes: readonly number[]
  readonly windows: number
}): Float64Array {
  const bytes = new Float64Array(sizes.length + 1)
  const visit = (next: number, depth: number, product: number) => {
    bytes[depth]! +=
      CELL_NUMBER * count + bytesOfCell(windows) * Math.min(product, mostCells(count))
    for (let index = next; index < sizes.length; index++) {
      visit(index + 1, depth + 1, product * sizes[index]!)
    }
  }
  visit(0, 0, 1)
  return bytes
}

/** Bytes of the number of a leaf's cell. */
const CELL_NUMBER = 4

/** The most bytes that the sums of a cell take. */
export function bytesOfCell(windows: number): number {
  return 8 * (9 + windows)
}

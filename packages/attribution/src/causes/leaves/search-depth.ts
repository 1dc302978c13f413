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
 * The leaves of a full lattice need no numbers, so its sums are small.
 */
export function searchDepth(
  { count, dimensions, history }: Pick<Leaves, 'count' | 'dimensions' | 'history'>,
  requestedDepth: number | undefined,
): SearchDepth {
  const most = requestedDepth ?? (dimensions.length <= ALL_UP_TO ? ALL_UP_TO : DEPTH_BEYOND)
  const wanted = Math.min(most, dimensions.length)
  const isFull =
    dimensions.reduce((product, dimension) => product * dimension.values.length, 1) === count
  if (isFull) return { depth: wanted, isDepthCut: false }
  let [cuboids, chosen] = [1, 1]
  for (let deep = 1; deep <= wanted; deep++) {
    chosen = (chosen * (dimensions.length - deep + 1)) / deep
    cuboids += chosen
    if (deep > 1 && cuboids * bytesOfLeaf(history.length) * count > MOST_BYTES) {
      return { depth: deep - 1, isDepthCut: true }
    }
  }
  return { depth: wanted, isDepthCut: false }
}

/** The most bytes that a leaf takes in each combination of dimensions: its cell, and the sums of the cell. */
export function bytesOfLeaf(windows: number): number {
  return 4 + 8 * (9 + windows)
}

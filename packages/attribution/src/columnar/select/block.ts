import { EVERY_ROW, type Predicate } from './predicate.ts'

/** Rows from `from` up to, but not including, `to`. */
export interface RowRange {
  readonly from: number
  readonly to: number
}

/**
 * The rows of one step of work: `count` rows from `from` on, or those listed in `rows`, which is
 * reused for the next block.
 */
export interface Block {
  readonly from: number
  readonly count: number
  /** Null: the rows are `from`, `from + 1`, … */
  readonly rows: Uint32Array | null
}

/** The rows of a window: ranges, and a condition on the rows in them. */
export interface WindowRows {
  readonly ranges: readonly RowRange[]
  readonly predicate: Predicate
}

/**
 * The most rows of a block: few enough for the numbers and groups of them all to stay in the second-level
 * cache while every sum is made.
 */
export const BLOCK_ROWS: number = 2 ** 12

/** The rows of a window, block by block. */
export function* iterateBlocks({ ranges, predicate }: WindowRows): Generator<Block> {
  const all = predicate === EVERY_ROW
  const rows = all ? null : new Uint32Array(BLOCK_ROWS + 1)
  for (const { from, to } of ranges) {
    for (let begin = from; begin < to; begin += BLOCK_ROWS) {
      const end = Math.min(to, begin + BLOCK_ROWS)
      if (rows === null) yield { from: begin, count: end - begin, rows }
      else {
        const count = predicate.select({ from: begin, to: end, at: 0 }, rows)
        if (count > 0) yield { from: begin, count, rows }
      }
    }
  }
}

/** How many rows a window has at most. */
export function rowLimit({ ranges, predicate }: WindowRows): number {
  if (predicate.constant === false) return 0
  return ranges.reduce((sum, { from, to }) => sum + to - from, 0)
}

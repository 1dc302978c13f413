import type { Codes } from '../kernels/sums.ts'
import { BLOCK_ROWS, type Block } from '../select/block.ts'
import type { Predicate } from '../select/predicate.ts'

/** The rows of one block at a time that pass a filter. */
export interface FilteredRows {
  /** Selects rows of a block; the block that it gives is overwritten by the next call. */
  select(filter: Predicate, block: Block): Block
  /** Picks the groups of the selected rows from those of the block's; overwritten by the next call. */
  codesOf(codes: Codes): Codes
}

/** Creates scratch arrays for the rows of a block. */
export function createFilteredRows(): FilteredRows {
  const rows = new Uint32Array(BLOCK_ROWS + 1)
  const places = new Uint32Array(BLOCK_ROWS)
  const picked = new Uint32Array(BLOCK_ROWS)
  let count = 0
  return {
    select(filter, block) {
      count = filterBlock(filter, block, rows)
      writePlaces(block, rows.subarray(0, count), places)
      return { from: block.from, count, rows }
    },
    codesOf(codes) {
      for (let index = 0; index < count; index++) picked[index] = codes[places[index]!]!
      return picked
    },
  }
}

function filterBlock(
  filter: Predicate,
  { from, rows, count }: Block,
  passingRows: Uint32Array,
): number {
  if (rows === null) return filter.select({ from, to: from + count, at: 0 }, passingRows)
  passingRows.set(rows.subarray(0, count))
  return filter.refine(passingRows, { at: 0, count })
}

/** Writes where each kept row stands in its block. Both lists of rows ascend. */
function writePlaces({ from, rows }: Block, passingRows: Uint32Array, places: Uint32Array): void {
  if (rows === null) {
    for (let index = 0; index < passingRows.length; index++)
      places[index] = passingRows[index]! - from
    return
  }
  let place = 0
  for (let index = 0; index < passingRows.length; index++) {
    while (rows[place] !== passingRows[index]) place++
    places[index] = place
  }
}

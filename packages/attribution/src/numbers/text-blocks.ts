/** So many texts stand in a block. */
export const BLOCK = 1024

/**
 * The texts of many rows, one behind the other in long texts, and cut out when they are read: a table of a hundred
 * thousand rows is otherwise two hundred thousand small objects, of which a reader may want a page.
 */
export interface TextBlocks {
  readonly blocks: readonly string[]
  /** Where the text of each row ends in its block; an empty text is none. */
  readonly ends: Int32Array
  /** The texts that stand in no block. */
  readonly others: ReadonlyMap<number, string>
}

/** The text of a row; null where there is none. */
export function textAt({ blocks, ends, others }: TextBlocks, row: number): string | null {
  const begin = row % BLOCK === 0 ? 0 : ends[row - 1]!
  const end = ends[row]!
  if (begin === end) return others.get(row) ?? null
  return blocks[Math.floor(row / BLOCK)]!.slice(begin, end)
}

import type { LineageChange } from '../change.ts'

/** A change with when it was made and by whom. */
export interface JournalEntry {
  /** From 1, one more for each entry. */
  readonly version: number
  /** UTC, as `Date.toISOString` writes it; never earlier than the entry before. */
  readonly at: string
  readonly actor: string
  readonly change: LineageChange
}

/** Where the history of a lineage is kept. Entries are only ever added. */
export interface LineageJournal {
  /** Adds entries; they are kept for good when the promise is fulfilled. */
  append(entries: readonly JournalEntry[]): Promise<void>
  /** The entries after a version, oldest first. */
  read(after?: number): AsyncIterable<JournalEntry>
}

/** A journal that ends with the process. */
export function createMemoryJournal(): LineageJournal {
  const kept: JournalEntry[] = []
  return {
    append: async (entries) => {
      for (const entry of entries) kept.push(entry)
    },
    read: async function* read(after = 0) {
      yield* kept.slice(after)
    },
  }
}

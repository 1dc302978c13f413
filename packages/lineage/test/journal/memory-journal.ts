import type { JournalEntry, LineageJournal } from '@tributary/lineage'

/** Creates a journal in memory. */
export function createMemoryJournal(): LineageJournal {
  const storedEntries: JournalEntry[] = []
  return {
    append: async (entries) => {
      for (const entry of entries) storedEntries.push(entry)
    },
    read: async function* read(after = 0) {
      yield* storedEntries.slice(after)
    },
  }
}

import type { LoadedTable } from '@tributary/attribution'
import { LruMap } from '@tributary/core'
import { createMutex } from '@tributary/core/internal'

/** A cache of tables, up to a number of bytes; the least recently used ones are dropped first. */
export interface DataMemory {
  /** The table when it is in memory in this version; it counts as used. Another version is dropped. */
  find(key: string, version: string): LoadedTable | null
  /**
   * Records that a request read a table that is not in memory. At the second miss the table is loaded, one after the other;
   * a table that could not be loaded, or does not fit, is not tried again in that version.
   */
  recordMiss(key: string, version: string, load: LoadTable): void
  /** Sets the bytes of a table, with what was derived from it; false when there is not enough room. */
  resize(key: string, bytes: number): boolean
  /** Bytes in memory now. */
  bytes(): number
  /** Stops loading and drops every table. */
  close(): Promise<void>
}

/** Loads a table in a version; null when the version has changed meanwhile. */
export type LoadTable = (limits: {
  readonly maxBytes: number
  readonly signal: AbortSignal
}) => Promise<LoadedTable | null>

/** How many tables with one miss are remembered. */
const MOST_MISSES = 1000

interface CachedTable {
  readonly version: string
  readonly table: LoadedTable
  bytes: number
}

/** Creates an empty memory of at most `maxBytes`. */
export function createDataMemory(maxBytes: number): DataMemory {
  /** The least recently used first. */
  const entries = new Map<string, CachedTable>()
  /** By key the version that was asked for once, is being loaded or could not be. */
  const misses = new LruMap<string, { readonly version: string; isRepeated: boolean }>(MOST_MISSES)
  const closing = new AbortController()
  const inTurn = createMutex()

  const total = (): number =>
    Array.from(entries.values()).reduce((sum, { bytes }) => sum + bytes, 0)
  const makeRoom = (): void => {
    for (const key of entries.keys()) {
      if (total() <= maxBytes) return
      entries.delete(key)
    }
  }
  const keep = (key: string, version: string, table: LoadedTable): void => {
    misses.delete(key)
    entries.set(key, { version, table, bytes: table.bytes })
    makeRoom()
  }
  const loadInTurn = (key: string, version: string, load: LoadTable): void => {
    const work = async (): Promise<void> => {
      if (closing.signal.aborted || misses.get(key)?.version !== version) return
      const table = await load({ maxBytes, signal: closing.signal })
      if (closing.signal.aborted) return
      if (table !== null && table.bytes <= maxBytes) keep(key, version, table)
    }
    // The engine answers from the files where loading fails, and reports what is wrong with them.
    void inTurn(work).catch(() => {})
  }
  return {
    find(key, version) {
      const entry = entries.get(key)
      if (entry === undefined) return null
      entries.delete(key)
      if (entry.version !== version) return null
      entries.set(key, entry)
      return entry.table
    },
    recordMiss(key, version, load) {
      const before = misses.get(key)
      if (before?.version !== version) {
        misses.set(key, { version, isRepeated: false })
      } else if (!before.isRepeated) {
        before.isRepeated = true
        loadInTurn(key, version, load)
      }
    },
    resize(key, bytes) {
      const entry = entries.get(key)
      if (entry === undefined || bytes > maxBytes) return false
      entry.bytes = bytes
      makeRoom()
      return entries.has(key)
    },
    bytes: total,
    async close() {
      closing.abort()
      await inTurn(() => {})
      entries.clear()
      misses.clear()
    },
  }
}

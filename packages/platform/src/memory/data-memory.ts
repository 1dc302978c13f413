import type { LoadedTable } from '@tributary/attribution'
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
const REMEMBERED = 1000

interface Held {
  readonly version: string
  readonly table: LoadedTable
  bytes: number
}

/** Creates an empty memory of at most `maxBytes`. */
export function createDataMemory(maxBytes: number): DataMemory {
  /** The least recently used first. */
  const held = new Map<string, Held>()
  /** By key the version that was asked for once, is being loaded or could not be. */
  const asked = new Map<string, { readonly version: string; again: boolean }>()
  const closing = new AbortController()
  const inTurn = createMutex()

  const total = (): number => Array.from(held.values()).reduce((sum, { bytes }) => sum + bytes, 0)
  const makeRoom = (): void => {
    for (const key of held.keys()) {
      if (total() <= maxBytes) return
      held.delete(key)
    }
  }
  const keep = (key: string, version: string, table: LoadedTable): void => {
    asked.delete(key)
    held.set(key, { version, table, bytes: table.bytes })
    makeRoom()
  }
  const loadInTurn = (key: string, version: string, load: LoadTable): void => {
    const work = async (): Promise<void> => {
      if (closing.signal.aborted || asked.get(key)?.version !== version) return
      const table = await load({ maxBytes, signal: closing.signal })
      if (closing.signal.aborted) return
      if (table !== null && table.bytes <= maxBytes) keep(key, version, table)
    }
    // What cannot be loaded is answered by the engine on the files, as before; it tells what is wrong.
    void inTurn(work).catch(() => {})
  }
  return {
    find(key, version) {
      const one = held.get(key)
      if (one === undefined) return null
      held.delete(key)
      if (one.version !== version) return null
      held.set(key, one)
      return one.table
    },
    recordMiss(key, version, load) {
      const before = asked.get(key)
      if (before?.version !== version) {
        asked.delete(key)
        asked.set(key, { version, again: false })
        const [oldest] = asked.keys()
        if (asked.size > REMEMBERED && oldest !== undefined) asked.delete(oldest)
      } else if (!before.again) {
        before.again = true
        loadInTurn(key, version, load)
      }
    },
    resize(key, bytes) {
      const one = held.get(key)
      if (one === undefined || bytes > maxBytes) return false
      one.bytes = bytes
      makeRoom()
      return held.has(key)
    },
    bytes: total,
    async close() {
      closing.abort()
      await inTurn(() => {})
      held.clear()
      asked.clear()
    },
  }
}

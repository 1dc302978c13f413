import type { TableContents } from '@tributary/catalog/internal'
import type { MaterialTables, TableState } from '../material-tables.ts'

/** The recorded states of tables, read again only after something has changed. */
export interface TableStates {
  /** The recorded state of a table now; null when it was never written. */
  get(table: readonly string[]): Promise<TableState | null>
}

/** Caches the states of tables until {@link MaterialTables.changes} gives another text. */
export function createTableStates({
  state,
  changes,
}: Pick<MaterialTables, 'state' | 'changes'>): TableStates {
  let changed: string | null = null
  const states = new Map<string, Promise<TableState | null>>()
  return {
    async get(table) {
      // Before the states: what changes between the two is asked again the next time.
      const now = await changes()
      if (now !== changed) states.clear()
      changed = now
      const key = JSON.stringify(table)
      const cachedState = states.get(key)
      if (cachedState !== undefined) return cachedState
      const reading = state(table)
      states.set(key, reading)
      reading.catch(() => states.delete(key))
      return reading
    },
  }
}

const contentsByState = new WeakMap<
  TableState,
  { readonly version: string; readonly contents: TableContents }
>()

/**
 * The meaning of a recorded state for a version of the source: a partition is fresh when it was written from that very
 * version, and the frontier is known when it was read from it. Null: the version is not known, and nothing is fresh.
 */
export function toTableContents(state: TableState, version: string | null): TableContents {
  const before = contentsByState.get(state)
  if (before !== undefined && before.version === version) return before.contents
  const { partitions, frontier } = state
  const contents: TableContents = {
    partitions: new Map(
      partitions.map(({ value, sourceVersion, rows }) => [
        value,
        { isFresh: sourceVersion === version, rows },
      ]),
    ),
    frontier:
      frontier?.sourceVersion === version ? { first: frontier.first, last: frontier.last } : null,
  }
  if (version !== null) contentsByState.set(state, { version, contents })
  return contents
}

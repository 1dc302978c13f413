import type { MaterialTables, TableState } from './material-tables.ts'

/** What is recorded of tables, read again only after something has changed. */
export interface TableStates {
  /** What is recorded of a table now; null when it was never written. */
  of(table: readonly string[]): Promise<TableState | null>
}

/** Remembers the states of tables as long as their home says that nothing has changed. */
export function createTableStates({
  state,
  changes,
}: Pick<MaterialTables, 'state' | 'changes'>): TableStates {
  let changed: string | null = null
  const states = new Map<string, Promise<TableState | null>>()
  return {
    async of(table) {
      // Before the states: what changes between the two is asked again the next time.
      const now = await changes()
      if (now !== changed) states.clear()
      changed = now
      const key = JSON.stringify(table)
      const known = states.get(key)
      if (known !== undefined) return known
      const reading = state(table)
      states.set(key, reading)
      reading.catch(() => states.delete(key))
      return reading
    },
  }
}

import {
  type AggregateSource,
  AttributionError,
  type ColumnarSource,
  createColumnarSource,
  type LoadedTable,
} from '@tributary/attribution'
import type { RouteTable } from '@tributary/catalog/internal'
import type { DataMemory } from '../../memory/data-memory.ts'
import type { MaterialTables, TableState } from '../material-tables.ts'
import { loadMaterialisedTable } from './load-materialised-table.ts'

/** Options of a {@link TableMemory}. */
export interface TableMemoryOptions {
  /** Where tables are kept; null keeps none. */
  readonly memory: DataMemory | null
  /** Whose tables they are: those of two owners are never the same. */
  readonly owner: string
  readonly tables: Pick<MaterialTables, 'read' | 'source'>
}

/** Materialised tables in memory, those that were asked for again and are small. */
export interface TableMemory {
  /** Reads a table in a state: from memory when it is there, else in its database. */
  findSource(table: RouteTable, state: TableState): AggregateSource
}

/** Loading more rows would block the process; an engine answers from larger tables. */
const MOST_ROWS = 300_000

/** Creates a table memory. */
export function createTableMemory({ memory, owner, tables }: TableMemoryOptions): TableMemory {
  const sources = new WeakMap<LoadedTable, ColumnarSource>()
  const placed = (loaded: LoadedTable, name: string): ColumnarSource => {
    const source = sources.get(loaded) ?? createColumnarSource(loaded, { name })
    sources.set(loaded, source)
    return source
  }
  return {
    findSource(table, state) {
      const { source: home } = tables
      if (memory === null || isExternal(table) || countTableRows(state) > MOST_ROWS) return home
      const name = table.materialisation.table.join('.')
      const key = JSON.stringify([owner, 'materialised', name])
      const version = computeStateVersion(state)
      const loaded = memory.find(key, version)
      if (loaded === null) {
        memory.recordMiss(key, version, async ({ maxBytes }) =>
          loadMaterialisedTable(table.materialisation, { tables, maxBytes }),
        )
        return home
      }
      const source = placed(loaded, name)
      return {
        async aggregate(request, options) {
          const answer = await source.aggregate(request, options).catch((error: unknown) => {
            // The engine can answer where memory cannot, or reports why not.
            if (error instanceof AttributionError) return home.aggregate(request, options)
            throw error
          })
          if (!memory.resize(key, source.stats().bytes)) sources.delete(loaded)
          return answer
        },
      }
    },
  }
}

/** Whether the table is the file of an external plan, which has no row counts and is never kept in memory. */
function isExternal({ materialisation: { form, rowCount } }: RouteTable): boolean {
  return form === 'AGGREGATED' && rowCount === null
}

const versions = new WeakMap<TableState, string>()

/** A text that changes whenever a partition is written. */
function computeStateVersion(state: TableState): string {
  const cachedVersion = versions.get(state)
  if (cachedVersion !== undefined) return cachedVersion
  const version = JSON.stringify(
    state.partitions.map(({ value, sourceVersion, refreshedAt }) => [
      value,
      sourceVersion,
      refreshedAt.getTime(),
    ]),
  )
  versions.set(state, version)
  return version
}

function countTableRows({ partitions }: TableState): number {
  return partitions.reduce((sum, { rows }) => sum + rows, 0)
}

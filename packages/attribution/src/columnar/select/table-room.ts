import { nearNames } from '@tributary/core'
import { unknownTable } from '../../errors.ts'
import type { CodedColumn, Column } from '../columns/column.ts'
import { type ColumnCache, createColumnCache } from '../columns/column-cache.ts'
import type { MemoryTable } from '../columns/memory-table.ts'
import type { Relation } from './relate.ts'

/** The tables that a request may name, and what has been made of them. */
export interface TableRoom {
  readonly tables: ReadonlyMap<string, MemoryTable>
  /** The table of a name. Throws {@link AttributionError} for one that is not there. */
  table(name: string): MemoryTable
  readonly cache: ColumnCache
  readonly relations: Map<string, Relation>
  /** What has been made, in a form that another thread's room can take over. */
  made(): MadeColumns
  /** Takes over what another thread's room has made. */
  keep(made: MadeColumns): void
}

/** Codes of the tables' own columns, and computed columns by key. */
export interface MadeColumns {
  readonly codes: readonly (readonly [
    { readonly table: string; readonly column: string },
    CodedColumn,
  ])[]
  readonly computed: readonly (readonly [string, Column])[]
}

/** A room with tables of which nothing has been made yet. */
export function createTableRoom(tables: ReadonlyMap<string, MemoryTable>): TableRoom {
  const cache = createColumnCache()
  return {
    tables,
    cache,
    relations: new Map(),
    table(name) {
      const table = tables.get(name)
      if (table === undefined) throw unknownTable(name, nearNames(name, tables.keys()))
      return table
    },
    made() {
      const codes = [...tables].flatMap(([table, { columns }]) =>
        [...columns].flatMap(([column, one]) => {
          const coded = cache.knownCodes(one)
          return coded === null ? [] : [[{ table, column }, coded] as const]
        }),
      )
      return { codes, computed: cache.allComputed() }
    },
    keep({ codes, computed }) {
      for (const [{ table, column }, coded] of codes) {
        const own = tables.get(table)!.columns.get(column)!
        if (cache.knownCodes(own) === null) cache.keepCodes(own, coded)
      }
      for (const [key, column] of computed) cache.computed(key, () => column)
    },
  }
}

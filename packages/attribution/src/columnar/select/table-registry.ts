import { LruMap, nearNames } from '@tributary/core'
import { type TypedExpr, toText, type Value } from '@tributary/expression'
import { DAY } from '@tributary/expression/internal'
import { fanOutError, unknownTableError } from '../../request/errors.ts'
import type { Lookup } from '../../request/source.ts'
import type { CodedColumn, Column, MemoryTable } from '../columns/column.ts'
import { type ColumnCache, createColumnCache } from '../columns/column-cache.ts'
import { type KeyReader, relateAsOfTime } from './relate-as-of.ts'
import { onlyColumn, type RowSpace, rowReader, valuesByCode } from './row-space.ts'

/** The tables that a request may name, and what has been derived from them. */
export interface TableRegistry {
  readonly tables: ReadonlyMap<string, MemoryTable>
  /** The table of a name. Throws {@link AttributionError} for one that is not there. */
  table(name: string): MemoryTable
  readonly cache: ColumnCache
  readonly relations: LruMap<string, Relation>
  /** The derived columns, in a form that another thread's registry can adopt. */
  derived(): DerivedColumns
  /** Adds the columns that another thread's registry has derived. */
  adopt(derived: DerivedColumns): void
}

/** Codes of the tables' own columns, and computed columns by key. */
export interface DerivedColumns {
  readonly codes: readonly (readonly [
    { readonly table: string; readonly column: string },
    CodedColumn,
  ])[]
  readonly computed: readonly (readonly [string, Column])[]
}

/** The most relations that are cached: each condition on visible rows has its own. */
const MAX_RELATIONS = 64

/** Creates a registry of tables. */
export function createTableRegistry(tables: ReadonlyMap<string, MemoryTable>): TableRegistry {
  const cache = createColumnCache()
  return {
    tables,
    cache,
    relations: new LruMap(MAX_RELATIONS),
    table(name) {
      const table = tables.get(name)
      if (table === undefined) throw unknownTableError(name, nearNames(name, tables.keys()))
      return table
    },
    derived() {
      const codes = [...tables].flatMap(([table, { columns }]) =>
        [...columns].flatMap(([column, tableColumn]) => {
          const coded = cache.knownCodes(tableColumn)
          return coded === null ? [] : [[{ table, column }, coded] as const]
        }),
      )
      return { codes, computed: cache.allComputed() }
    },
    adopt({ codes, computed }) {
      for (const [{ table, column }, coded] of codes) {
        const tableColumn = tables.get(table)!.columns.get(column)!
        if (cache.knownCodes(tableColumn) === null) cache.keepCodes(tableColumn, coded)
      }
      for (const [key, column] of computed) cache.computed(key, () => column)
    },
  }
}

/**
 * The row of a related table for each code of one column, or, without such a column, for each row;
 * -1 for none.
 */
export interface Relation {
  readonly key: Column | null
  readonly rowOf: Int32Array
}

/**
 * Makes the relation of a lookup from `left` to the rows of `right`. A NULL in a key matches
 * nothing; a DATE equals the TIMESTAMP of its midnight. Throws {@link AttributionError} when a key
 * occurs twice in `right`, but for a lookup as of a time.
 */
export function relate(lookup: Lookup, left: RowSpace, right: RowSpace): Relation {
  const { asOf, on } = lookup
  if (asOf !== undefined) {
    const leftKey = keyReader(
      on.map((pair) => pair.left),
      left,
    )
    const rightKey = keyReader(
      on.map((pair) => pair.right),
      right,
    )
    return { key: null, rowOf: relateAsOfTime(asOf, { left, right, leftKey, rightKey }) }
  }
  const rows = rowsByKey(lookup, right)
  const parts = lookup.on.map((pair) => pair.left)
  const column = commonColumn(parts, left)
  const findRelatedRow = (key: string | null): number => (key === null ? -1 : (rows.get(key) ?? -1))
  if (column === null) {
    const keyOf = keyReader(parts, left)
    const relatedRows = Int32Array.from({ length: left.rowCount }, (_, row) =>
      findRelatedRow(keyOf(row)),
    )
    return { key: null, rowOf: relatedRows }
  }
  const coded = left.coded(column)
  const values = parts.map((part) => valuesByCode(part, coded, left))
  const rowNumbers = Int32Array.from({ length: coded.domain.size + 1 }, (_, code) =>
    findRelatedRow(keyText(parts, (index) => values[index]![code]!)),
  )
  return { key: column, rowOf: rowNumbers }
}

function commonColumn(parts: readonly TypedExpr[], space: RowSpace): Column | null {
  const columns = new Set(parts.map((part) => onlyColumn(part, space)))
  const [column = null] = columns
  return columns.size === 1 ? column : null
}

function rowsByKey(lookup: Lookup, right: RowSpace): ReadonlyMap<string, number> {
  const parts = lookup.on.map((pair) => pair.right)
  const keyOf = keyReader(parts, right)
  const rows = new Map<string, number>()
  for (let row = 0; row < right.rowCount; row++) {
    const key = keyOf(row)
    if (key === null) continue
    if (rows.has(key)) throw fanOutError(lookup.table.join('.'), key)
    rows.set(key, row)
  }
  return rows
}

function keyReader(parts: readonly TypedExpr[], space: RowSpace): KeyReader {
  const readers = parts.map((part) => rowReader(part, space))
  return (row) => keyText(parts, (index) => readers[index]!(row))
}

function keyText(parts: readonly TypedExpr[], valueIn: (index: number) => Value): string | null {
  const texts: string[] = []
  for (const [index, { type }] of parts.entries()) {
    const value = valueIn(index)
    if (value === null) return null
    const moment = type === 'DATE' ? BigInt(value as number) * DAY : value
    texts.push(toText(moment, type === 'DATE' ? 'TIMESTAMP' : type)!)
  }
  return JSON.stringify(texts)
}

import { nearNames } from '@tributary/core'
import type { TypedExpr, TypedReference } from '@tributary/expression'
import { unknownColumnError } from '../../request/errors.ts'
import type { Lookup, RowSet } from '../../request/source.ts'
import type { Column, MemoryTable } from '../columns/column.ts'
import { type ColumnCache, createColumnCache } from '../columns/column-cache.ts'
import { gatherColumn } from '../columns/gather-column.ts'
import { expressionKey, type Place, type RowSpace } from './row-space.ts'
import { type Relation, relate, type TableRegistry } from './table-registry.ts'
import { toColumn } from './to-column.ts'

/** Creates the row space of a request: a table under its alias and the tables looked up from it. */
export function createRowSpace(rows: RowSet, registry: TableRegistry): RowSpace {
  const base = registry.table(rows.base.table.join('.'))
  const places = new Map<string, (reference: TypedReference) => Place>()
  const known = new Map<string, Place>()
  const rowsKey = JSON.stringify(rows, writeBigInt)
  const keyOf = (typed: TypedExpr): string => `${rowsKey} ${expressionKey(typed)}`
  const space: RowSpace = {
    rowCount: base.rowCount,
    sorted: sortedColumn(base),
    coded: (column) => registry.cache.coded(column),
    computed: (typed) => registry.cache.computed(keyOf(typed), () => toColumn(typed, space)),
    knownNumbers: (typed) => registry.cache.knownNumbers(keyOf(typed)),
    keepNumbers: (typed, numbers) => registry.cache.keepNumbers(keyOf(typed), numbers),
    place(reference) {
      const key = `${reference.table ?? ''}/${reference.type}/${reference.name}`
      const found = known.get(key) ?? placeOf(reference, places, rows)
      known.set(key, found)
      return found
    },
  }
  const baseName = rows.base.table.join('.')
  places.set(rows.base.alias, (reference) => ({
    kind: 'own',
    column: columnOf(base, baseName, { reference, cache: registry.cache }),
  }))
  for (const lookup of rows.lookups) {
    places.set(lookup.alias, lookupPlaces(lookup, { rows, registry, space }))
  }
  return space
}

/** Creates the row space of one table; references may have any alias. */
export function tableSpace(table: MemoryTable, name: string): RowSpace {
  const cache = createColumnCache()
  const space: RowSpace = {
    rowCount: table.rowCount,
    sorted: sortedColumn(table),
    coded: (column) => cache.coded(column),
    computed: (typed) => cache.computed(expressionKey(typed), () => toColumn(typed, space)),
    knownNumbers: (typed) => cache.knownNumbers(expressionKey(typed)),
    keepNumbers: (typed, numbers) => cache.keepNumbers(expressionKey(typed), numbers),
    place: (reference) => ({ kind: 'own', column: columnOf(table, name, { reference, cache }) }),
  }
  return space
}

function placeOf(
  reference: TypedReference,
  places: ReadonlyMap<string, (reference: TypedReference) => Place>,
  rows: RowSet,
): Place {
  const place = places.get(reference.table ?? '') ?? places.get(rows.base.alias)!
  return place(reference)
}

function sortedColumn({ sorted, columns }: MemoryTable): RowSpace['sorted'] {
  return sorted && { ...sorted, column: columns.get(sorted.column)! }
}

function lookupPlaces(
  lookup: Lookup,
  {
    rows,
    registry,
    space,
  }: { readonly rows: RowSet; readonly registry: TableRegistry; readonly space: RowSpace },
): (reference: TypedReference) => Place {
  const name = lookup.table.join('.')
  const table = registry.table(name)
  const key = JSON.stringify([rows.base, rows.lookups, lookup.alias], writeBigInt)
  const other = tableSpace(table, name)
  const relation = (): Relation => {
    const found = registry.relations.get(key) ?? relate(lookup, space, other)
    registry.relations.set(key, found)
    return found
  }
  return (reference) => {
    const column = columnOf(table, name, { reference, cache: registry.cache })
    const { key: keyColumn, rowOf } = relation()
    if (keyColumn !== null) return { kind: 'related', key: keyColumn, rowOf, column }
    const gathered = `${key} ${reference.type} ${reference.name}`
    return {
      kind: 'own',
      column: registry.cache.computed(gathered, () => gatherColumn(column, rowOf)),
    }
  }
}

/** The column of a table that a reference names, as the reference's type. */
function columnOf(
  table: MemoryTable,
  tableName: string,
  { reference, cache }: { readonly reference: TypedReference; readonly cache: ColumnCache },
): Column {
  const { name, type } = reference
  const column = table.columns.get(name)
  if (column === undefined) {
    throw unknownColumnError(tableName, name, nearNames(name, table.columns.keys()))
  }
  if (type === 'NULL' || type === 'UNKNOWN' || type === column.type) return column
  return cache.converted(name, column, type)
}

function writeBigInt(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}

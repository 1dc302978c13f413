import { nearNames } from '@tributary/core'
import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import type { TypedExpr, TypedReference } from '@tributary/expression'
import { unknownColumnError } from '../../request/errors.ts'
import { listTableUses } from '../../request/list-table-uses.ts'
import type { Lookup, RowSet, TableUse } from '../../request/source.ts'
import type { CodedColumn, Column, MemoryTable } from '../columns/column.ts'
import { type ColumnCache, createColumnCache } from '../columns/column-cache.ts'
import { gatherColumn, selectRows } from '../columns/gather-column.ts'
import { type CodeArray, codeArray } from '../kernels/code-array.ts'
import { BLOCK_ROWS } from './block.ts'
import { expressionKey, type Place, type RowSpace } from './row-space.ts'
import { type Relation, relate, type TableRegistry } from './table-registry.ts'
import { toColumn } from './to-column.ts'
import { toPredicate } from './to-predicate.ts'

/** Creates the row space of a request: a table under its alias and the tables looked up from it. */
export function createRowSpace(rows: RowSet, registry: TableRegistry): RowSpace {
  const { rowCount, sorted, column } = selectVisibleRows(rows.base, registry)
  const places = new Map<string, (reference: TypedReference) => Place>()
  const placesByKey = new Map<string, Place>()
  const rowsKey = JSON.stringify(rows, writeBigInt)
  const toCacheKey = (typed: TypedExpr): string => `${rowsKey} ${expressionKey(typed)}`
  const space: RowSpace = {
    rowCount,
    sorted,
    coded: (column) => registry.cache.coded(column),
    computed: (typed) => registry.cache.computed(toCacheKey(typed), () => toColumn(typed, space)),
    knownNumbers: (typed) => registry.cache.knownNumbers(toCacheKey(typed)),
    keepNumbers: (typed, numbers) => registry.cache.keepNumbers(toCacheKey(typed), numbers),
    place(reference) {
      const key = `${reference.table ?? ''}/${reference.type}/${reference.name}`
      const referencePlace = placesByKey.get(key) ?? findReferencePlace(reference, places, rows)
      placesByKey.set(key, referencePlace)
      return referencePlace
    },
  }
  places.set(rows.base.alias, (reference) => ({ kind: 'own', column: column(reference) }))
  for (const lookup of rows.lookups) {
    places.set(lookup.alias, lookupPlaces(lookup, { rows, registry, space }))
  }
  return space
}

/** Finds the visible rows of all tables of a row set before its row space is created, in slices. */
export function* findVisibleRows(rows: RowSet, registry: TableRegistry): SlicedWork<void> {
  for (const use of listTableUses(rows).toReversed()) {
    if (use.visible === undefined) continue
    const key = toUseKey(use)
    if (registry.cache.knownComputed(key) !== null) continue
    const rowNumbers = yield* findRowNumbers(use, registry)
    registry.cache.computed(key, () => rowNumbers)
    yield
  }
}

/** The rows of a table that exist for a request. */
export interface TableRows {
  readonly rowCount: number
  readonly sorted: RowSpace['sorted']
  /** The column that a reference names, as the reference's type. */
  column(reference: TypedReference): Column
}

/** All rows of a table. */
export function selectAllRows(table: MemoryTable, name: string, cache: ColumnCache): TableRows {
  const { rowCount, sorted, columns } = table
  return {
    rowCount,
    sorted: sorted && { ...sorted, column: columns.get(sorted.column)! },
    column: (reference) => getReferencedColumn(table, name, { reference, cache }),
  }
}

function selectVisibleRows(use: TableUse, registry: TableRegistry): TableRows {
  const name = use.table.join('.')
  const table = registry.table(name)
  const { cache } = registry
  if (use.visible === undefined) return selectAllRows(table, name, cache)
  const key = toUseKey(use)
  const numbers = cache.computed(key, () => runToEnd(findRowNumbers(use, registry))) as CodedColumn
  const selected = new Map<string, Column>()
  const select = (column: string): Column | undefined => {
    const tableColumn = table.columns.get(column)
    if (tableColumn === undefined) return undefined
    const selectedColumn =
      selected.get(column) ??
      cache.computed(`${key} ${column}`, () => selectRows(tableColumn, numbers.codes))
    selected.set(column, selectedColumn)
    return selectedColumn
  }
  const { sorted } = table
  return {
    rowCount: numbers.codes.length,
    sorted: sorted && {
      column: select(sorted.column)!,
      present: countBelow(sorted.present, numbers.codes),
    },
    column: (reference) => {
      const columns = { get: select, keys: () => table.columns.keys() }
      return getReferencedColumn({ columns }, name, { reference, cache })
    },
  }
}

function toUseKey({ table, alias, visible }: TableUse): string {
  return JSON.stringify([table, alias, visible], writeBigInt)
}

/** The numbers of the visible rows of a table, in ascending order, as a column. */
function* findRowNumbers(use: TableUse, registry: TableRegistry): SlicedWork<CodedColumn> {
  const { table, alias, visible } = use
  const { condition, lookups } = visible!
  const space = createRowSpace({ base: { table, alias }, lookups }, registry)
  const { rowCount } = space
  const predicate = toPredicate(condition, space)
  const visibleRows = new Uint32Array(rowCount + 1)
  let count = 0
  for (let from = 0; from < rowCount; from += BLOCK_ROWS) {
    const to = Math.min(rowCount, from + BLOCK_ROWS)
    count += predicate.select({ from, to, at: count }, visibleRows)
    yield
  }
  const codes = codeArray(rowCount, count)
  codes.set(visibleRows.subarray(0, count))
  const domain = { kind: 'count', size: rowCount, first: 0 } as const
  return { kind: 'coded', type: 'INT', scale: 0, codes, domain, nulls: 0 }
}

/** How many of ascending numbers are below a limit. */
function countBelow(limit: number, numbers: CodeArray): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}

/** The row space of the rows of one table; references may have any alias. */
export function tableSpace({ rowCount, sorted, column }: TableRows): RowSpace {
  const cache = createColumnCache()
  const space: RowSpace = {
    rowCount,
    sorted,
    coded: (column) => cache.coded(column),
    computed: (typed) => cache.computed(expressionKey(typed), () => toColumn(typed, space)),
    knownNumbers: (typed) => cache.knownNumbers(expressionKey(typed)),
    keepNumbers: (typed, numbers) => cache.keepNumbers(expressionKey(typed), numbers),
    place: (reference) => ({ kind: 'own', column: column(reference) }),
  }
  return space
}

function findReferencePlace(
  reference: TypedReference,
  places: ReadonlyMap<string, (reference: TypedReference) => Place>,
  rows: RowSet,
): Place {
  const place = places.get(reference.table ?? '') ?? places.get(rows.base.alias)!
  return place(reference)
}

function lookupPlaces(
  lookup: Lookup,
  {
    rows,
    registry,
    space,
  }: { readonly rows: RowSet; readonly registry: TableRegistry; readonly space: RowSpace },
): (reference: TypedReference) => Place {
  const key = JSON.stringify([rows.base, rows.lookups, lookup.alias], writeBigInt)
  const there = selectVisibleRows(lookup, registry)
  const relatedSpace = tableSpace(there)
  const relation = (): Relation => {
    const { relations } = registry
    const lookupRelation = relations.get(key) ?? relate(lookup, space, relatedSpace)
    relations.set(key, lookupRelation)
    return lookupRelation
  }
  return (reference) => {
    const column = there.column(reference)
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
function getReferencedColumn(
  table: { readonly columns: Pick<MemoryTable['columns'], 'get' | 'keys'> },
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

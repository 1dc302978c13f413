import {
  evaluate,
  type TypedExpr,
  type TypedReference,
  typedReferences,
  type Value,
} from '@tributary/expression'
import type { CodedColumn, Column, SortedBy } from '../columns/column.ts'
import type { CodeNumbers } from '../columns/column-cache.ts'
import { domainValue, readValue } from '../columns/read-value.ts'

/** Rows of memory that expressions are computed on: a table's own columns, and columns of related tables. */
export interface RowSpace {
  readonly rowCount: number
  /**
   * The column of a reference. Throws {@link AttributionError} for an unknown column and for one
   * that does not convert to the reference's type.
   */
  place(reference: TypedReference): Place
  /** The codes of a column of the rows; cached. */
  coded(column: Column): CodedColumn
  /** An expression as a column over all rows; cached for a while. */
  computed(typed: TypedExpr): Column
  /** The numbers of the values of an expression over one coded column, where they are cached. */
  knownNumbers(typed: TypedExpr): CodeNumbers | null
  /** Caches them for a while. */
  keepNumbers(typed: TypedExpr, numbers: CodeNumbers): void
  /**
   * The column that the rows are sorted by, ascending, and how many rows have a value in it: those
   * come first.
   */
  readonly sorted: SortedRows | null
}

/** The column that rows are sorted by. */
export interface SortedRows extends Omit<SortedBy, 'column'> {
  readonly column: Column
}

/** Where the values of a reference are. */
export type Place =
  /** A column of the rows themselves. */
  | { readonly kind: 'own'; readonly column: Column }
  /** A column of another table: the row with code `c` in `key` has row `rowOf[c]` of it, or none when that is -1. */
  | {
      readonly kind: 'related'
      readonly key: Column
      readonly rowOf: Int32Array
      readonly column: Column
    }

/**
 * The one column of the rows that an expression depends on, directly or through a lookup; null when
 * there is none or several.
 */
export function onlyColumn(typed: TypedExpr, space: RowSpace): Column | null {
  let only: Column | null = null
  for (const reference of typedReferences(typed)) {
    const place = space.place(reference)
    const column = place.kind === 'own' ? place.column : place.key
    if (only !== null && only !== column) return null
    only = column
  }
  return only
}

/** The values of an expression for every code of the one column that it depends on, last that of NULL. */
export function valuesByCode(
  typed: TypedExpr,
  key: CodedColumn,
  space: RowSpace,
): readonly Value[] {
  const valueAt = valueOfCode(typed, key, space)
  return Array.from({ length: key.domain.size + 1 }, (_, code) => valueAt(code))
}

/** Makes a function that gives one of {@link valuesByCode}. */
export function valueOfCode(
  typed: TypedExpr,
  key: CodedColumn,
  space: RowSpace,
): (code: number) => Value {
  const places = new Map<TypedReference, Place>()
  for (const reference of typedReferences(typed)) places.set(reference, space.place(reference))
  return (code) =>
    evaluate(typed, (reference) => {
      const place = places.get(reference)!
      if (place.kind === 'own') return domainValue(key, code)
      const row = place.rowOf[code]!
      return row === -1 ? null : readValue(place.column, row)
    })
}

/** Makes a function that evaluates an expression in a row. Slow, but works for every expression. */
export function rowReader(typed: TypedExpr, space: RowSpace): (row: number) => Value {
  const readers = new Map<TypedReference, (row: number) => Value>()
  for (const reference of typedReferences(typed)) {
    readers.set(reference, createPlaceReader(space.place(reference), space))
  }
  return (row) => evaluate(typed, (reference) => readers.get(reference)!(row))
}

function createPlaceReader(place: Place, space: RowSpace): (row: number) => Value {
  const { column } = place
  if (place.kind === 'own') return (row) => readValue(column, row)
  const { codes } = space.coded(place.key)
  return (row) => {
    const relatedRow = place.rowOf[codes[row]!]!
    return relatedRow === -1 ? null : readValue(column, relatedRow)
  }
}

/** A text that is equal for equal expressions only. */
export function expressionKey(typed: TypedExpr | null): string {
  return JSON.stringify(typed, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
}

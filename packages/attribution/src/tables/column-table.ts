import { ColumnTable } from 'arquero'

/** The values of a column by row, as arquero reads them: an array or a view. */
export interface ColumnValues<T = string | number | null> {
  readonly length: number
  at(row: number): T | undefined
  [Symbol.iterator](): Iterator<T>
}

/** A named column of a result table. */
export type NamedColumn = readonly [name: string, values: ColumnValues]

/** A table of the columns given, in their order, which it keeps. Any name is safe, `__proto__` too. */
export function columnTable(columns: readonly NamedColumn[]): ColumnTable {
  // Not arquero's table(): it assigns to a plain object, where `__proto__` is not a column.
  const names: string[] = []
  for (const [name] of columns) names.push(name)
  return new ColumnTable(Object.fromEntries(columns), names)
}

/** A column of so many rows whose values are made when they are read. */
export function viewColumn<T>(length: number, at: (row: number) => T): ColumnValues<T> {
  return {
    length,
    at,
    *[Symbol.iterator]() {
      for (let row = 0; row < length; row++) yield at(row)
    },
  }
}

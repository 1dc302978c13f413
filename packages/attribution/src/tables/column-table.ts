import { ColumnTable } from 'arquero'
import { MEASURES } from '../measures.ts'

/** A named column of a result table. */
export type NamedColumn = readonly [name: string, values: readonly (string | number | null)[]]

/** A table of the columns given, in their order, which it keeps. Any name is safe, `__proto__` too. */
export function columnTable(columns: readonly NamedColumn[]): ColumnTable {
  // Not arquero's table(): it assigns to a plain object, where `__proto__` is not a column.
  const data = Object.fromEntries(columns.map(([name, values]) => [name, values as unknown[]]))
  return new ColumnTable(
    data,
    columns.map(([name]) => name),
  )
}

/** A table of zero rows with the columns of a result. */
export function emptyTable(keys: readonly string[]): ColumnTable {
  return columnTable([...keys, ...MEASURES].map((name) => [name, []]))
}

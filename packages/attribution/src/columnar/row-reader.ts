import { evaluate, type TypedExpr, type TypedReference, type Value } from '@tributary/expression'
import type { ReferencesByAlias } from './request-references.ts'

/** A row as arquero hands it to an escaped function. */
export type Row = Readonly<Record<string, unknown>>

/** Computes expressions on the rows of a loaded table. */
export interface RowReader {
  /** The name under which a column is loaded: never a name of the user, so that no name is special. */
  columnOf(alias: string, column: string): string
  /** The value of an expression on a row. */
  value(expr: TypedExpr, row: Row): Value
}

/** Names the loaded columns of a request. */
export function createRowReader(references: ReferencesByAlias): RowReader {
  const names = new Map<string, Map<string, string>>()
  let count = 0
  for (const [alias, columns] of references) {
    const named = [...columns.keys()].map((column) => [column, `c${count++}`] as const)
    names.set(alias, new Map(named))
  }
  const columnOf = (alias: string, column: string): string => names.get(alias)!.get(column)!
  const read = (row: Row, reference: TypedReference): Value =>
    (row[columnOf(reference.table ?? '', reference.name)] ?? null) as Value
  return {
    columnOf,
    value: (expr, row) => evaluate(expr, (reference) => read(row, reference)),
  }
}

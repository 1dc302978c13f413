import { nearNames } from '@tributary/core'
import { ColumnTable } from 'arquero'
import { unknownColumn, unknownTable } from '../errors.ts'
import type { TableUse } from '../source.ts'
import { toColumnValue } from './column-value.ts'
import type { ReferencesByAlias } from './request-references.ts'
import type { RowReader } from './row-reader.ts'

/** The tables of a source, by name. */
export type NamedTables = Readonly<Record<string, ColumnTable>>

/** Loads the columns that are read of a table, as values of the language, under the reader's names. */
export function loadTable(
  tables: NamedTables,
  use: TableUse,
  context: { readonly references: ReferencesByAlias; readonly reader: RowReader },
): ColumnTable {
  const name = use.table.join('.')
  const table = Object.hasOwn(tables, name) ? tables[name] : undefined
  if (table === undefined) throw unknownTable(name, nearNames(name, Object.keys(tables)))
  // The row numbers keep the length of a table of which no column is read.
  const columns: Record<string, readonly unknown[]> = {
    row: Array.from({ length: table.numRows() }, (_, row) => row),
  }
  for (const [column, { type }] of context.references.get(use.alias) ?? []) {
    const known = table.columnNames()
    if (!known.includes(column)) throw unknownColumn(name, column, nearNames(column, known))
    const raw: Iterable<unknown> = table.array(column)
    columns[context.reader.columnOf(use.alias, column)] = Array.from(raw, (value, row) =>
      toColumnValue(value, type, { column, row }),
    )
  }
  return new ColumnTable(columns)
}

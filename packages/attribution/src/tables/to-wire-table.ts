import type { ColumnTable } from 'arquero'

/**
 * A result table as the specification's §2.5 writes it: column name → values in row order. Keys are
 * text; `@growth` and `@growthRate` numeric text or null; the other measures numbers or null.
 */
export function toWireTable(table: ColumnTable): Record<string, (string | number | null)[]> {
  return Object.fromEntries(table.columnNames().map((name) => [name, valuesOf(table, name)]))
}

function valuesOf(table: ColumnTable, name: string): (string | number | null)[] {
  if (table.isFiltered() || table.isOrdered())
    return table.array(name) as (string | number | null)[]
  const column = table.column(name)!
  const values = new Array<string | number | null>(table.totalRows())
  for (let row = 0; row < values.length; row++) values[row] = column.at(row)
  return values
}

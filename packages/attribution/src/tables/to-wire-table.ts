import type { ColumnTable } from 'arquero'

/**
 * A result table as the specification's §2.5 writes it: column name → values in row order. Keys are
 * text; `@growth` and `@growthRate` numeric text or null; the other measures numbers or null.
 */
export function toWireTable(table: ColumnTable): Record<string, (string | number | null)[]> {
  return Object.fromEntries(
    table.columnNames().map((name) => [name, table.array(name) as (string | number | null)[]]),
  )
}

import { assertNever } from '@tributary/core'
import { toText } from '@tributary/expression'
import { decimalText } from '@tributary/expression/internal'
import type { SqlColumn } from '../results/sql-result.ts'

/** The values of a column as the texts that the language writes for them; null for NULL. */
export function keyText(column: SqlColumn): readonly (string | null)[] {
  switch (column.kind) {
    case 'text':
      return column.values
    case 'boolean':
      return column.values.map((value) => toText(value, 'BOOLEAN'))
    case 'date':
      return column.values.map((value) => toText(value, 'DATE'))
    case 'timestamp':
      return column.values.map((value) => toText(value, 'TIMESTAMP'))
    case 'double':
      return Array.from(column.values, (value) =>
        toText(Number.isNaN(value) ? null : value, 'DOUBLE'),
      )
    case 'exact':
      return column.scale === 0
        ? column.units.map((units) => (units === null ? null : String(units)))
        : column.units.map((units) =>
            units === null ? null : decimalText({ units, scale: column.scale }),
          )
    default:
      return assertNever(column)
  }
}

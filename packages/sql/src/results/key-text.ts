import { assertNever } from '@tributary/core'
import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import { toText } from '@tributary/expression'
import { decimalText } from '@tributary/expression/internal'
import type { SqlColumn } from '../results/sql-result.ts'

/** The values of a column as the texts that the language writes for them; null for NULL. */
export function keyText(column: SqlColumn): readonly (string | null)[] {
  return runToEnd(keyTexts(column))
}

/** Texts that are written between two yields. */
const BLOCK = 2_048

/** As {@link keyText}, in slices. */
export function* keyTexts(column: SqlColumn): SlicedWork<readonly (string | null)[]> {
  if (column.kind === 'text') return column.values
  const rows = column.kind === 'exact' ? column.units.length : column.values.length
  const textOf = createKeyWriter(column)
  const texts = new Array<string | null>(rows)
  for (let row = 0; row < rows; row++) {
    texts[row] = textOf(row)
    if (row % BLOCK === 0) yield
  }
  return texts
}

function createKeyWriter(column: Exclude<SqlColumn, { readonly kind: 'text' }>) {
  switch (column.kind) {
    case 'boolean':
      return (row: number): string | null => toText(column.values[row]!, 'BOOLEAN')
    case 'date':
      return (row: number): string | null => toText(column.values[row]!, 'DATE')
    case 'timestamp':
      return (row: number): string | null => toText(column.values[row]!, 'TIMESTAMP')
    case 'double':
      return (row: number): string | null => {
        const value = column.values[row]!
        return toText(Number.isNaN(value) ? null : value, 'DOUBLE')
      }
    case 'exact': {
      const { units, scale } = column
      return (row: number): string | null => {
        const value = units[row]!
        if (value === null) return null
        return scale === 0 ? String(value) : decimalText({ units: value, scale })
      }
    }
    default:
      return assertNever(column)
  }
}

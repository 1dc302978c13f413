import type { ColumnData, NumberUnits } from '@tributary/attribution'
import { assertNever } from '@tributary/core'
import type { ValueType } from '@tributary/expression'
import type { SqlColumn } from '@tributary/sql'

/** A column of a result as a column for memory. A whole number is a DECIMAL where its table says so. */
export function resultColumn(column: SqlColumn, type: ValueType): ColumnData {
  switch (column.kind) {
    case 'text':
      return textCodes(column.values)
    case 'boolean':
      return column.values
    case 'double':
      return { kind: 'numbers', type: 'DOUBLE', values: column.values }
    case 'exact':
      return exactNumbers(column, type === 'DECIMAL' || column.scale > 0 ? 'DECIMAL' : 'INT')
    case 'date': {
      const values = Float64Array.from(column.values, (day) => day ?? Number.NaN)
      return { kind: 'numbers', type: 'DATE', values }
    }
    case 'timestamp':
      return { kind: 'numbers', type: 'TIMESTAMP', values: column.values }
    default:
      return assertNever(column)
  }
}

function exactNumbers(
  { scale, units }: Extract<SqlColumn, { readonly kind: 'exact' }>,
  type: 'INT' | 'DECIMAL',
): NumberUnits {
  return { kind: 'numbers', type, scale, values: units }
}

function textCodes(values: readonly (string | null)[]): ColumnData {
  const codes = new Map<string | null, number>()
  const coded = Uint32Array.from(values, (value) => {
    const known = codes.get(value)
    if (known !== undefined) return known
    codes.set(value, codes.size)
    return codes.size - 1
  })
  return { kind: 'texts', codes: coded, dictionary: [...codes.keys()] }
}

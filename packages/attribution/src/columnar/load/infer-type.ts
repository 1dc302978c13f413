import { columnTypeMismatch } from '../../errors.ts'
import type { ColumnType } from '../columns/column.ts'
import { isDecimalValue } from './encode-decimals.ts'
import type { RawValues } from './raw-column.ts'

/**
 * The type of plain values: whole numbers within ±2^53 are INT, others DOUBLE; a Date is a TIMESTAMP, `{ units, scale }` a DECIMAL; a
 * column without values is STRING. Throws {@link AttributionError} when values disagree.
 */
export function inferType(name: string, values: RawValues['values']): ColumnType {
  let type: ColumnType | null = null
  for (let row = 0; row < values.length; row++) {
    const raw = values[row]
    if (raw === null || raw === undefined) continue
    const next = typeOf(raw)
    if (next === undefined) throw columnTypeMismatch(name, row, 'plain values', raw)
    if (next === type) continue
    const joined = join(type, next)
    if (joined === null) throw columnTypeMismatch(name, row, String(type), raw)
    type = joined
  }
  return type ?? 'STRING'
}

function typeOf(raw: unknown): ColumnType | undefined {
  if (typeof raw === 'bigint') return 'INT'
  // NaN and the infinities are no values, but say that the column is one of numbers.
  if (typeof raw === 'number') {
    return Number.isSafeInteger(raw) || raw - raw !== 0 ? 'INT' : 'DOUBLE'
  }
  if (typeof raw === 'string') return 'STRING'
  if (typeof raw === 'boolean') return 'BOOLEAN'
  if (isDecimalValue(raw)) return 'DECIMAL'
  return raw instanceof Date ? 'TIMESTAMP' : undefined
}

function join(known: ColumnType | null, next: ColumnType): ColumnType | null {
  if (known === null) return next
  const numbers = (one: ColumnType): boolean => one === 'INT' || one === 'DOUBLE'
  return numbers(known) && numbers(next) ? 'DOUBLE' : null
}

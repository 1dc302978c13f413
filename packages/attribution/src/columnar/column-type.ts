import type { ValueType } from '@tributary/expression'
import type { ColumnTable } from 'arquero'
import { columnTypeMismatch } from '../errors.ts'
import { isNothing } from './column-value.ts'

/**
 * The type of a column by its values: numbers that are all integers are INT, others DOUBLE; a Date is a
 * TIMESTAMP; a column without values is NULL. Throws {@link AttributionError} when values disagree.
 */
export function columnType(table: ColumnTable, column: string): ValueType {
  let type: ValueType = 'NULL'
  let row = 0
  for (const raw of table.array(column) as Iterable<unknown>) {
    const next = typeOf(raw)
    if (next === undefined) throw columnTypeMismatch(column, row, 'plain values', raw)
    const joined = join(type, next)
    if (joined === null) throw columnTypeMismatch(column, row, type, raw)
    type = joined
    row++
  }
  return type
}

function typeOf(raw: unknown): ValueType | undefined {
  if (isNothing(raw)) return 'NULL'
  if (typeof raw === 'bigint') return 'INT'
  if (typeof raw === 'number') return Number.isInteger(raw) ? 'INT' : 'DOUBLE'
  if (typeof raw === 'string') return 'STRING'
  if (typeof raw === 'boolean') return 'BOOLEAN'
  return raw instanceof Date ? 'TIMESTAMP' : undefined
}

function join(a: ValueType, b: ValueType): ValueType | null {
  if (a === b || b === 'NULL') return a
  if (a === 'NULL') return b
  const numbers = (a === 'INT' || a === 'DOUBLE') && (b === 'INT' || b === 'DOUBLE')
  return numbers ? 'DOUBLE' : null
}

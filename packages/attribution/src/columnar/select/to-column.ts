import type { TypedExpr } from '@tributary/expression'
import { asDoubles, fillAll } from '../../numbers/number-vector.ts'
import { type Column, isCountedColumn } from '../columns/column.ts'
import { floatColumn } from '../columns/encode-numbers.ts'
import { encodeLanguageValues } from '../columns/encode-texts.ts'
import { gatherColumn } from '../columns/gather-column.ts'
import { float64Array } from '../kernels/code-array.ts'
import { expressionVector } from './expression-vector.ts'
import { onlyColumn, type RowSpace, rowReader, valuesByCode } from './row-space.ts'

/**
 * Computes an expression over all rows. A reference gives its own column; an expression over one
 * coded column is evaluated once per value; arithmetic runs in typed loops; anything else is
 * evaluated row by row. Infinite results become NULL, as in loaded columns.
 */
export function toColumn(typed: TypedExpr, space: RowSpace): Column {
  if (typed.kind === 'reference') {
    const place = space.place(typed)
    if (place.kind === 'own') return place.column
  }
  return columnByCode(typed, space) ?? columnOfVector(typed, space) ?? columnByRow(typed, space)
}

function columnByCode(typed: TypedExpr, space: RowSpace): Column | null {
  const column = onlyColumn(typed, space)
  if (column === null) return null
  const isNumber = column.kind !== 'coded' || isCountedColumn(column)
  if (isNumber && expressionVector(typed, space) !== null) return null
  const key = space.coded(column)
  if (key.domain.size > Math.max(4096, space.rowCount)) return null
  const byCode = encodeLanguageValues(typed.type, valuesByCode(typed, key, space))
  return gatherColumn(byCode, key.codes)
}

function columnOfVector(typed: TypedExpr, space: RowSpace): Column | null {
  if (typed.type === 'STRING' || typed.type === 'BOOLEAN' || typed.type === 'DATE') return null
  const rawVector = expressionVector(typed, space)
  if (rawVector === null) return null
  const vector = typed.type === 'DOUBLE' ? asDoubles(rawVector) : rawVector
  const type = vector.scale === null ? 'DOUBLE' : unitType(typed)
  const values = float64Array(space.rowCount)
  fillAll(vector, values)
  return floatColumn(type, vector.scale ?? 0, values)
}

function unitType({ type }: TypedExpr): 'INT' | 'DECIMAL' | 'TIMESTAMP' {
  return type === 'DECIMAL' || type === 'TIMESTAMP' ? type : 'INT'
}

function columnByRow(typed: TypedExpr, space: RowSpace): Column {
  const valueIn = rowReader(typed, space)
  const values = Array.from({ length: space.rowCount }, (_, row) => valueIn(row))
  return encodeLanguageValues(typed.type, values)
}

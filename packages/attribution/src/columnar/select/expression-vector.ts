import type { TypedExpr, Value } from '@tributary/expression'
import { isExact, type NumberVector, numberVector } from '../../numbers/number-vector.ts'
import { type CountedColumn, isCountedColumn } from '../columns/column.ts'
import { decimalOfValue, numberOfValue } from '../columns/read-value.ts'
import { countedRows } from '../kernels/code-array.ts'
import { onlyColumn, type RowSpace, valuesByCode } from './row-space.ts'

/**
 * Makes a vector of a number, date or time expression; null for what only the row evaluator can
 * compute: calls, and whole numbers that may leave the exact range of doubles.
 */
export function expressionVector(typed: TypedExpr, space: RowSpace): NumberVector | null {
  const most = Math.max(4096, space.rowCount)
  return numberVector(typed, (part) => {
    return referenceVector(part, space) ?? vectorByCode(part, space, most)
  })
}

/** The most values of a coded column that are evaluated anew for every question. */
const FEW_CODES = 256

/**
 * A vector of whole units that a question may compute anew for the rows that it reads; null for what takes long to begin
 * with, and where the sum over all rows may leave the exact range.
 */
export function unitsVector(typed: TypedExpr, space: RowSpace): UnitsVector | null {
  const vector = numberVector(typed, (part) => {
    return referenceVector(part, space) ?? vectorByCode(part, space, FEW_CODES)
  })
  if (vector === null || vector.scale === null) return null
  const { scale, limit, fill } = vector
  return isExact(limit * space.rowCount, scale) ? { scale, fill } : null
}

/** A vector of whole units. */
export interface UnitsVector extends Pick<NumberVector, 'fill'> {
  readonly scale: number
}

function referenceVector(typed: TypedExpr, space: RowSpace): NumberVector | null {
  const place = typed.kind === 'reference' ? space.place(typed) : null
  if (place?.kind !== 'own') return null
  if (isCountedColumn(place.column)) return countedVector(place.column)
  if (place.column.kind !== 'floats') return null
  const { values, range, type, scale } = place.column
  const limit = range.max < range.min ? 0 : Math.max(Math.abs(range.min), Math.abs(range.max))
  return {
    scale: type === 'DOUBLE' ? null : scale,
    limit: type === 'DOUBLE' ? Infinity : limit,
    fill(rows, { at, count }, out) {
      for (let index = 0; index < count; index++) out[index] = values[rows[at + index]!]!
    },
  }
}

function countedVector({ codes, domain, nulls, scale }: CountedColumn): NumberVector {
  const { first, size } = domain
  return {
    scale,
    limit: Math.max(Math.abs(first), Math.abs(first + size - 1)),
    fill(rows, { at, count }, out) {
      countedRows({ codes, first }, rows.subarray(at, at + count), out)
      if (nulls === 0) return
      for (let index = 0; index < count; index++) {
        if (codes[rows[at + index]!] === size) out[index] = Number.NaN
      }
    },
  }
}

/** Evaluates an expression over one coded column once per value, of which there are at most so many. */
function vectorByCode(typed: TypedExpr, space: RowSpace, most: number): NumberVector | null {
  const column = onlyColumn(typed, space)
  if (column === null || column.kind !== 'coded') return null
  const { codes, domain } = column
  if (domain.size > most) return null
  const values = valuesByCode(typed, column, space)
  const scale = findVectorScale(typed, values)
  const numbers = Float64Array.from(values, (value) =>
    numberOfValue(value, { type: typed.type, scale: scale ?? 0 }),
  )
  const limit = numbers.reduce((most, number) => Math.max(most, Math.abs(number) || 0), 0)
  if (scale !== null && !isExact(limit, scale)) return null
  return {
    scale,
    limit,
    fill(rows, { at, count }, out) {
      for (let index = 0; index < count; index++) out[index] = numbers[codes[rows[at + index]!]!]!
    },
  }
}

function findVectorScale(typed: TypedExpr, values: readonly Value[]): number | null {
  if (typed.type === 'DOUBLE') return null
  if (typed.type !== 'DECIMAL') return 0
  return values.reduce<number>(
    (most, value) => (value === null ? most : Math.max(most, decimalOfValue(value).scale)),
    0,
  )
}

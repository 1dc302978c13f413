import type { TypedExpr, Value } from '@tributary/expression'
import { parseDecimal, type TypedArithmetic } from '@tributary/expression/internal'
import { decimalOfValue, numberOfValue } from '../columns/read-value.ts'
import type { CodeArray } from '../kernels/code-array.ts'
import { onlyColumn, type RowSpace, valuesByCode } from './row-space.ts'
import { arithmeticVector, MAX_EXACT, type NumberVector } from './vector.ts'

/**
 * Makes a vector of a number, date or time expression; null for what only the row evaluator can
 * compute: calls, and whole numbers that may leave the exact range of doubles.
 */
export function numberVector(typed: TypedExpr, space: RowSpace): NumberVector | null {
  switch (typed.kind) {
    case 'constant':
      return constantVector(typed)
    case 'reference':
      return referenceVector(typed, space) ?? vectorByCode(typed, space)
    case 'arithmetic':
      return vectorByCode(typed, space) ?? pairVector(typed, space)
    case 'negate': {
      const operand = numberVector(typed.operand, space)
      return vectorByCode(typed, space) ?? (operand && negatedVector(operand))
    }
    default:
      return vectorByCode(typed, space)
  }
}

function pairVector(typed: TypedArithmetic, space: RowSpace): NumberVector | null {
  const left = numberVector(typed.left, space)
  const right = left === null ? null : numberVector(typed.right, space)
  return left && right && arithmeticVector(typed, left, right)
}

function constantVector(typed: TypedExpr & { readonly kind: 'constant' }): NumberVector | null {
  const { constant } = typed
  const exact =
    constant.type === 'INT'
      ? { units: constant.value, scale: 0 }
      : constant.type === 'DECIMAL'
        ? parseDecimal(constant.value)
        : null
  if (exact !== null) {
    const units = Number(exact.units)
    if (!Number.isSafeInteger(units)) return null
    return { scale: exact.scale, limit: Math.abs(units), ...filled(units) }
  }
  if (constant.type === 'DOUBLE') return { scale: null, limit: Infinity, ...filled(constant.value) }
  if (constant.type === 'NULL') return { scale: 0, limit: 0, ...filled(Number.NaN) }
  return null
}

function filled(value: number): Pick<NumberVector, 'fill'> {
  return { fill: (_, { count }, out) => out.fill(value, 0, count) }
}

function referenceVector(
  typed: TypedExpr & { readonly kind: 'reference' },
  space: RowSpace,
): NumberVector | null {
  const place = space.place(typed)
  if (place.kind !== 'own' || place.column.kind !== 'floats') return null
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

/** Evaluates an expression over one coded column once per value. */
function vectorByCode(typed: TypedExpr, space: RowSpace): NumberVector | null {
  const column = onlyColumn(typed, space)
  if (column === null || column.kind !== 'coded') return null
  const key = space.coded(column)
  if (key.domain.size > Math.max(4096, space.rowCount)) return null
  const values = valuesByCode(typed, key, space)
  const scale = scaleOf(typed, values)
  const numbers = Float64Array.from(values, (value) =>
    numberOfValue(value, { type: typed.type, scale: scale ?? 0 }),
  )
  const limit = numbers.reduce((most, one) => Math.max(most, Math.abs(one) || 0), 0)
  if (scale !== null && limit > MAX_EXACT) return null
  return { scale, limit, fill: gather(key.codes, numbers) }
}

function scaleOf(typed: TypedExpr, values: readonly Value[]): number | null {
  if (typed.type === 'DOUBLE') return null
  if (typed.type !== 'DECIMAL') return 0
  return values.reduce<number>(
    (most, value) => (value === null ? most : Math.max(most, decimalOfValue(value).scale)),
    0,
  )
}

function gather(codes: CodeArray, numbers: Float64Array): NumberVector['fill'] {
  return (rows, { at, count }, out) => {
    for (let index = 0; index < count; index++) out[index] = numbers[codes[rows[at + index]!]!]!
  }
}

function negatedVector({ scale, limit, fill }: NumberVector): NumberVector {
  return {
    scale,
    limit,
    fill(rows, batch, out) {
      fill(rows, batch, out)
      for (let index = 0; index < batch.count; index++) out[index] = 0 - out[index]!
    },
  }
}

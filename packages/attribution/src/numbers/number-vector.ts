import { assertNever } from '@tributary/core'
import type { TypedExpr } from '@tributary/expression'
import {
  parseDecimal,
  type TypedArithmetic,
  type TypedConstant,
} from '@tributary/expression/internal'

/** Rows of a batch: few enough for it to stay in the first-level cache while it is worked on. */
export const BATCH = 2048

/** A number expression over rows, computed a batch at a time. */
export interface NumberVector {
  /** The scale of whole units; null for doubles. */
  readonly scale: number | null
  /** An upper bound of the absolute values; only for units. */
  readonly limit: number
  /** Writes the numbers of `count` rows, at most {@link BATCH}, from place `at` of `rows`; NaN is NULL. */
  fill(rows: Uint32Array, batch: BatchPlace, out: Float64Array): void
}

/** Which rows of a selection to compute. */
interface BatchPlace {
  readonly at: number
  readonly count: number
}

/** Allocates a batch of numbers. */
export function batchOfNumbers(): Float64Array {
  return new Float64Array(BATCH)
}

/**
 * Makes the vector of an expression of constants, operators, and the parts for which `known` gives a
 * vector; null for any other, and for whole units that may leave the exact range of doubles.
 */
export function numberVector(
  typed: TypedExpr,
  findPartVector: (part: TypedExpr) => NumberVector | null,
): NumberVector | null {
  if (typed.kind === 'constant') return constantVector(typed)
  const partVector = findPartVector(typed)
  if (partVector !== null) return partVector
  if (typed.kind === 'negate') {
    const operand = numberVector(typed.operand, findPartVector)
    return operand && negatedVector(operand)
  }
  if (typed.kind !== 'arithmetic') return null
  const left = numberVector(typed.left, findPartVector)
  const right = left && numberVector(typed.right, findPartVector)
  return left && right && arithmeticVector(typed.op, left, right)
}

/** Computes a vector on all rows; results that are not finite become NaN. */
export function fillAll(vector: NumberVector, values: Float64Array): void {
  const most = Math.min(BATCH, values.length)
  const rows = new Uint32Array(most)
  const out = new Float64Array(most)
  for (let begin = 0; begin < values.length; begin += BATCH) {
    const count = Math.min(BATCH, values.length - begin)
    for (let index = 0; index < count; index++) rows[index] = begin + index
    vector.fill(rows, { at: 0, count }, out)
    for (let index = 0; index < count; index++) {
      const value = out[index]!
      values[begin + index] = value - value === 0 ? value : Number.NaN
    }
  }
}

/** Converts a vector to doubles: units are divided by their power of ten, which rounds once. */
export function asDoubles(vector: NumberVector): NumberVector {
  const { scale, fill } = vector
  if (scale === null || scale === 0) return { ...vector, scale: null, limit: Infinity }
  const divisor = 10 ** scale
  return {
    scale: null,
    limit: Infinity,
    fill(rows, batch, out) {
      fill(rows, batch, out)
      for (let index = 0; index < batch.count; index++) out[index] = out[index]! / divisor
    },
  }
}

/** Converts a vector to a scale not below its own; null when it may leave the exact range. */
export function atScale(vector: NumberVector, scale: number): NumberVector | null {
  if (vector.scale === null) return null
  const factor = 10 ** (scale - vector.scale)
  const limit = vector.limit * factor
  if (!isExact(limit, scale)) return null
  if (factor === 1) return vector
  const { fill } = vector
  return {
    scale,
    limit,
    fill(rows, batch, out) {
      fill(rows, batch, out)
      for (let index = 0; index < batch.count; index++) out[index] = out[index]! * factor
    },
  }
}

/** Powers of ten up to this one are doubles, so that whole units are divided by them with one rounding. */
export const MAX_SCALE = 22

/** Whether units of at most this size, at this scale, are exact as doubles. */
export function isExact(limit: number, scale: number): boolean {
  return limit <= Number.MAX_SAFE_INTEGER && scale <= MAX_SCALE
}

function constantVector({ constant }: TypedConstant): NumberVector | null {
  switch (constant.type) {
    case 'INT':
    case 'DECIMAL': {
      const { units, scale } =
        constant.type === 'INT' ? { units: constant.value, scale: 0 } : parseDecimal(constant.value)
      const value = Number(units)
      const limit = Math.abs(value)
      return isExact(limit, scale) ? { scale, limit, fill: createConstantFill(value) } : null
    }
    case 'DOUBLE':
      return { scale: null, limit: Infinity, fill: createConstantFill(constant.value) }
    case 'NULL':
      return { scale: 0, limit: 0, fill: createConstantFill(Number.NaN) }
    default:
      return null
  }
}

function createConstantFill(value: number): NumberVector['fill'] {
  return (_, { count }, out) => out.fill(value, 0, count)
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

/**
 * Applies an operator to two vectors. Units stay exact: null when a result may leave the exact
 * range. A NULL side and a zero divisor give NULL; a quotient is a double.
 */
function arithmeticVector(
  op: TypedArithmetic['op'],
  left: NumberVector,
  right: NumberVector,
): NumberVector | null {
  if (op === '/' || left.scale === null || right.scale === null) {
    const fill = operatorFill(op, asDoubles(left), asDoubles(right))
    return { scale: null, limit: Infinity, fill }
  }
  const scale = op === '*' ? left.scale + right.scale : Math.max(left.scale, right.scale)
  const a = op === '*' ? left : atScale(left, scale)
  const b = op === '*' ? right : atScale(right, scale)
  if (a === null || b === null) return null
  const limit = op === '*' ? a.limit * b.limit : op === '%' ? a.limit : a.limit + b.limit
  return isExact(limit, scale) ? { scale, limit, fill: operatorFill(op, a, b) } : null
}

function operatorFill(
  op: TypedArithmetic['op'],
  left: NumberVector,
  right: NumberVector,
): NumberVector['fill'] {
  // Small tables need little room.
  let rightValues = new Float64Array(0)
  return (rows: Uint32Array, batch: BatchPlace, out: Float64Array) => {
    if (rightValues.length < batch.count) rightValues = new Float64Array(batch.count)
    left.fill(rows, batch, out)
    right.fill(rows, batch, rightValues)
    apply(op, out, rightValues, batch.count)
  }
}

function apply(
  op: TypedArithmetic['op'],
  out: Float64Array,
  rightValues: Float64Array,
  count: number,
): void {
  switch (op) {
    case '+':
      for (let index = 0; index < count; index++)
        out[index] = held(out[index]! + rightValues[index]!)
      return
    case '-':
      for (let index = 0; index < count; index++)
        out[index] = held(out[index]! - rightValues[index]!)
      return
    case '*':
      for (let index = 0; index < count; index++)
        out[index] = held(out[index]! * rightValues[index]!)
      return
    case '/':
      for (let index = 0; index < count; index++) {
        const divisor = rightValues[index]!
        out[index] = divisor === 0 ? Number.NaN : held(out[index]! / divisor)
      }
      return
    case '%':
      for (let index = 0; index < count; index++) {
        const divisor = rightValues[index]!
        out[index] = divisor === 0 ? Number.NaN : held(out[index]! % divisor)
      }
      return
    default:
      assertNever(op)
  }
}

/** A number with NaN for an infinity and 0 for -0. */
function held(value: number): number {
  return value + (value - value)
}

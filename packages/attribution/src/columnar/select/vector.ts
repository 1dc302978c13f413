import { assertNever } from '@tributary/core'
import type { TypedArithmetic } from '@tributary/expression/internal'
import { BATCH } from './predicate.ts'

/** Largest whole number up to which doubles are exact. */
export const MAX_EXACT: number = 2 ** 53

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
export interface BatchPlace {
  readonly at: number
  readonly count: number
}

/** Allocates a batch of numbers. */
export function batchOfNumbers(): Float64Array {
  return new Float64Array(BATCH)
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
  if (vector.limit * factor > MAX_EXACT) return null
  if (factor === 1) return vector
  const { fill } = vector
  return {
    scale,
    limit: vector.limit * factor,
    fill(rows, batch, out) {
      fill(rows, batch, out)
      for (let index = 0; index < batch.count; index++) out[index] = out[index]! * factor
    },
  }
}

/**
 * Applies an operator to two vectors. Units stay exact: null when a result may leave the exact
 * range. A NULL side and a zero divisor give NULL; a quotient is a double.
 */
export function arithmeticVector(
  { op }: Pick<TypedArithmetic, 'op'>,
  left: NumberVector,
  right: NumberVector,
): NumberVector | null {
  if (op === '/') return doubles(op, left, right)
  if (left.scale === null || right.scale === null) return doubles(op, left, right)
  if (op === '*') {
    return units(op, [left, right], {
      scale: left.scale + right.scale,
      limit: left.limit * right.limit,
    })
  }
  const scale = Math.max(left.scale, right.scale)
  const a = atScale(left, scale)
  const b = atScale(right, scale)
  if (a === null || b === null) return null
  const limit = op === '%' ? a.limit : a.limit + b.limit
  return units(op, [a, b], { scale, limit })
}

function units(
  op: Exclude<TypedArithmetic['op'], '/'>,
  [left, right]: readonly [NumberVector, NumberVector],
  { scale, limit }: { readonly scale: number; readonly limit: number },
): NumberVector | null {
  return limit > MAX_EXACT ? null : { scale, limit, fill: operatorFill(op, left, right) }
}

function doubles(op: TypedArithmetic['op'], left: NumberVector, right: NumberVector): NumberVector {
  return { scale: null, limit: Infinity, fill: operatorFill(op, asDoubles(left), asDoubles(right)) }
}

function operatorFill(
  op: TypedArithmetic['op'],
  left: NumberVector,
  right: NumberVector,
): NumberVector['fill'] {
  const other = batchOfNumbers()
  return (rows: Uint32Array, batch: BatchPlace, out: Float64Array) => {
    left.fill(rows, batch, out)
    right.fill(rows, batch, other)
    apply(op, out, other, batch.count)
  }
}

function apply(
  op: TypedArithmetic['op'],
  out: Float64Array,
  other: Float64Array,
  count: number,
): void {
  switch (op) {
    case '+':
      for (let index = 0; index < count; index++) out[index] = out[index]! + other[index]!
      return
    case '-':
      for (let index = 0; index < count; index++) out[index] = out[index]! - other[index]!
      return
    // `+ 0` turns -0 into 0.
    case '*':
      for (let index = 0; index < count; index++) out[index] = out[index]! * other[index]! + 0
      return
    case '/':
      for (let index = 0; index < count; index++) {
        const divisor = other[index]!
        out[index] = divisor === 0 ? Number.NaN : out[index]! / divisor + 0
      }
      return
    case '%':
      for (let index = 0; index < count; index++) {
        const divisor = other[index]!
        out[index] = divisor === 0 ? Number.NaN : (out[index]! % divisor) + 0
      }
      return
    default:
      assertNever(op)
  }
}

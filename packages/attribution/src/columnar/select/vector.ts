import { BATCH } from './predicate.ts'

/** Largest whole number up to which doubles are exact. */
export const MAX_EXACT: number = 2 ** 53

/** A number expression over rows, computed a batch at a time. */
export interface NumberVector {
  /** Of whole units their scale; null when the numbers are doubles as they are. */
  readonly scale: number | null
  /** No number is further from zero than this; only of units. */
  readonly limit: number
  /** Writes the numbers of `count` rows, at most {@link BATCH}, from place `at` of `rows`; NaN is NULL. */
  fill(rows: Uint32Array, batch: BatchPlace, out: Float64Array): void
}

/** Which rows of a selection to compute. */
export interface BatchPlace {
  readonly at: number
  readonly count: number
}

/** Room for a batch of numbers. */
export function batchOfNumbers(): Float64Array {
  return new Float64Array(BATCH)
}

/** The vector as doubles: units divided by their power of ten, which rounds once. */
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

/** The vector at a scale not below its own; null when it may leave the exact range. */
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

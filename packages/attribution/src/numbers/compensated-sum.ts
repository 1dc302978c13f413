import type { SlicedWork } from '@tributary/core/internal'
import { exactSumInSlices, MAX_PARTIAL } from './exact-sum.ts'

/**
 * The compensated sum of doubles; 0 for no values, infinite when it overflows or a value is
 * infinite, NaN for opposite infinities.
 */
export function compensatedSum(values: ArrayLike<number>): number {
  let sum = 0
  let compensation = 0
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    const next = sum + value
    // The rounding error of the addition (Knuth's TwoSum).
    const added = next - sum
    compensation += sum - (next - added) + (value - added)
    sum = next
  }
  return addCompensation(sum, compensation)
}

/** A sum of numbers, and the sum of their absolute values. */
export interface Sums {
  readonly sum: number
  readonly sizes: number
}

/**
 * The compensated sums of doubles and of their absolute values. NaN counts as 0. A sum that cancels to a thousandth of the
 * sizes is exact, so that it is the same in any order. Yields between blocks.
 */
export function* compensatedSums(values: Float64Array): SlicedWork<Sums> {
  const parts = new Float64Array(4)
  for (let begin = 0; begin < values.length; begin += SLICE) {
    addSums(values, { begin, end: Math.min(begin + SLICE, values.length) }, parts)
    yield
  }
  const [sum, sizes] = [
    addCompensation(parts[0]!, parts[1]!),
    addCompensation(parts[2]!, parts[3]!),
  ]
  const cancels = Math.abs(sum) < 1e-3 * sizes && sizes < MAX_PARTIAL
  return { sum: cancels ? yield* exactSumInSlices(values) : sum, sizes }
}

const SLICE = 65_536

/** Adds some values to the sum, its rest, the sum of sizes, and its rest. */
function addSums(
  values: Float64Array,
  { begin, end }: { readonly begin: number; readonly end: number },
  parts: Float64Array,
): void {
  let [sum = 0, compensation = 0, sizes = 0, sizesCompensation = 0] = parts
  for (let index = begin; index < end; index++) {
    const value = values[index]! || 0
    const next = sum + value
    const added = next - sum
    compensation += sum - (next - added) + (value - added)
    sum = next
    const size = Math.abs(value)
    const nextSizes = sizes + size
    const sizeAdded = nextSizes - sizes
    sizesCompensation += sizes - (nextSizes - sizeAdded) + (size - sizeAdded)
    sizes = nextSizes
  }
  parts.set([sum, compensation, sizes, sizesCompensation])
}

function addCompensation(sum: number, compensation: number): number {
  return Number.isFinite(sum) ? sum + compensation : sum
}

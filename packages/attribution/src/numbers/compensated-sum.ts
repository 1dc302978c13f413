/**
 * The compensated sum of doubles; 0 for no values, infinite when it overflows or a value is
 * infinite, NaN for opposite infinities.
 */
export function compensatedSum(values: ArrayLike<number>): number {
  let sum = 0
  let rest = 0
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!
    const next = sum + value
    // The rounding error of the addition (Knuth's TwoSum).
    const added = next - sum
    rest += sum - (next - added) + (value - added)
    sum = next
  }
  return joined(sum, rest)
}

/** The compensated sums of doubles and of their absolute values. NaN counts as 0. */
export function compensatedSums(values: Float64Array): {
  readonly sum: number
  readonly sizes: number
} {
  let sum = 0
  let rest = 0
  let sizes = 0
  let sizesRest = 0
  for (let index = 0; index < values.length; index++) {
    const value = values[index]! || 0
    const next = sum + value
    const added = next - sum
    rest += sum - (next - added) + (value - added)
    sum = next
    const size = Math.abs(value)
    const nextSizes = sizes + size
    const sizeAdded = nextSizes - sizes
    sizesRest += sizes - (nextSizes - sizeAdded) + (size - sizeAdded)
    sizes = nextSizes
  }
  return { sum: joined(sum, rest), sizes: joined(sizes, sizesRest) }
}

function joined(sum: number, rest: number): number {
  return Number.isFinite(sum) ? sum + rest : sum
}

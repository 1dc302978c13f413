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
  return Number.isFinite(sum) ? sum + rest : sum
}

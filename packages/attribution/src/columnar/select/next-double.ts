/** The largest double below a finite one. */
export function nextBelow(value: number): number {
  return -nextAbove(-value)
}

/** The smallest double above a finite one; Infinity above the largest. */
export function nextAbove(value: number): number {
  if (value === 0) return Number.MIN_VALUE
  const double = Float64Array.of(value)
  const bits = new BigInt64Array(double.buffer)
  bits[0]! += value > 0 ? 1n : -1n
  return double[0]!
}

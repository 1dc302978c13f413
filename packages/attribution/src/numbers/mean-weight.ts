/**
 * The mean weight of a group whose share of a denominator went from one number to another of the same sign:
 * `a·b·ln(b/a)/(b - a)`, the inverse of the logarithmic mean of the inverses.
 */
export function meanWeight(a: number, b: number): number {
  const [less, more] = Math.abs(a) < Math.abs(b) ? [a, b] : [b, a]
  const growth = (more - less) / less
  return growth === 0 ? less : more * (Math.log1p(growth) / growth)
}

/**
 * The sample variance of each group's values, in two passes, which do not cancel: the mean first, then the
 * squares around it, corrected by what rounding left of the mean. NaN for a group of fewer than two values.
 */
export function spreads(groups: Uint32Array, values: Float64Array, size: number): Float64Array {
  const counts = new Float64Array(size)
  const means = new Float64Array(size)
  for (let row = 0; row < groups.length; row++) {
    const group = groups[row]!
    counts[group]!++
    means[group]! += (values[row]! - means[group]!) / counts[group]!
  }
  const squares = new Float64Array(size)
  const rests = new Float64Array(size)
  for (let row = 0; row < groups.length; row++) {
    const group = groups[row]!
    const distance = values[row]! - means[group]!
    squares[group]! += distance * distance
    rests[group]! += distance
  }
  return squares.map((square, group) => {
    const count = counts[group]!
    if (count < 2) return Number.NaN
    return Math.max(0, square - rests[group]! ** 2 / count) / (count - 1)
  })
}

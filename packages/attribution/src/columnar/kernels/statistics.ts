/**
 * The percentile of each group's values, interpolated between the two nearest (SQL's
 * PERCENTILE_CONT), or the least that the fraction of them does not exceed (PERCENTILE_DISC); NaN for a group without values. Row `i` is in group `groups[i]` and has
 * `values[i]`.
 */
export function percentiles(
  groups: Uint32Array,
  values: Float64Array,
  {
    size,
    fraction,
    isDiscrete,
  }: { readonly size: number; readonly fraction: number; readonly isDiscrete: boolean },
): Float64Array {
  const ends = new Uint32Array(size + 1)
  for (let row = 0; row < groups.length; row++) ends[groups[row]! + 1]!++
  for (let group = 1; group <= size; group++) ends[group]! += ends[group - 1]!
  const next = ends.slice()
  const grouped = new Float64Array(values.length)
  for (let row = 0; row < groups.length; row++) grouped[next[groups[row]!]!++] = values[row]!
  const of = isDiscrete ? discrete : percentile
  return Float64Array.from({ length: size }, (_, group) =>
    of(grouped.subarray(ends[group], ends[group + 1]).sort(), fraction),
  )
}

function discrete(sorted: Float64Array, fraction: number): number {
  return sorted[Math.max(1, Math.ceil(fraction * sorted.length)) - 1] ?? Number.NaN
}

function percentile(sorted: Float64Array, fraction: number): number {
  if (sorted.length === 0) return Number.NaN
  const rank = fraction * (sorted.length - 1)
  const below = sorted[Math.floor(rank)]!
  const above = sorted[Math.ceil(rank)]!
  const share = rank - Math.floor(rank)
  // The same arithmetic as DuckDB's, so that both give the same last digit.
  return below * (1 - share) + above * share
}

/**
 * The sample variance of each group's values in two passes: the mean, then the squared deviations
 * from it, corrected for the rounding of the mean. NaN for a group of fewer than two values.
 */
export function variances(groups: Uint32Array, values: Float64Array, size: number): Float64Array {
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

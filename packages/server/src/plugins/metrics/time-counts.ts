/** How many answers took how long. */
export interface TimeCounts {
  /** Upper bounds of the buckets, ascending, in seconds. */
  readonly bounds: readonly number[]
  /** How many are in each bucket and in none before it; last, those above all bounds. */
  readonly buckets: Float64Array
  /** Of all times, in seconds. */
  sum: number
}

/** Nothing counted yet, in buckets up to `bounds`. */
export function createTimeCounts(bounds: readonly number[]): TimeCounts {
  return { bounds, buckets: new Float64Array(bounds.length + 1), sum: 0 }
}

/** Counts one more that took so many seconds. */
export function countTime(counts: TimeCounts, seconds: number): void {
  const { bounds, buckets } = counts
  let bucket = 0
  while (bucket < bounds.length && seconds > bounds[bucket]!) bucket += 1
  buckets[bucket]! += 1
  counts.sum += seconds
}

/** What two commits took for the same work. */
export interface Comparison {
  /** How many times as long it takes now, by the medians. */
  readonly ratio: number
  readonly verdict: 'faster' | 'slower' | 'no change seen'
}

/**
 * Compares times of the same work by two versions. Faster or slower only when every time of one is beyond every time of
 * the other, whatever their distribution: of two equal versions with six times each that happens in 2 of 924 cases (the
 * extreme of the rank sum, H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is
 * stochastically larger than the other", Annals of Mathematical Statistics 18, 1947). Neither list is empty.
 */
export function compareTimes(before: readonly number[], now: readonly number[]): Comparison {
  const ratio = medianOf(now) / medianOf(before)
  if (Math.max(...now) < Math.min(...before)) return { ratio, verdict: 'faster' }
  if (Math.min(...now) > Math.max(...before)) return { ratio, verdict: 'slower' }
  return { ratio, verdict: 'no change seen' }
}

/** The median; of an even number of values the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

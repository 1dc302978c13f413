import type { Metric } from 'prom-client'

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

/** Times of answers to be given, under their labels. */
export interface LabelledTimes {
  readonly labels: Readonly<Record<string, string>>
  readonly times: TimeCounts
}

/**
 * A histogram of prom-client that gives what others have counted. Its own is as exact, but takes longer for one
 * answer than the rest of what is counted takes together.
 */
export function timeHistogram(
  { name, help }: { readonly name: string; readonly help: string },
  read: () => Iterable<LabelledTimes>,
): Metric {
  const values = () => Array.from(read(), (one) => samplesOf(name, one)).flat()
  const histogram = {
    name,
    help,
    type: 'histogram',
    get: async () => ({ name, help, type: 'histogram', values: values() }),
  }
  // All that a registry asks of a metric, though it is declared to ask for one of prom-client's classes.
  return histogram as unknown as Metric
}

function samplesOf(name: string, { labels, times }: LabelledTimes): readonly Sample[] {
  const { bounds, buckets, sum } = times
  let count = 0
  const cumulative = Array.from(buckets, (here, i) => {
    count += here
    const le = bounds[i] ?? '+Inf'
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
  })
  return [
    ...cumulative,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}

interface Sample {
  readonly metricName: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

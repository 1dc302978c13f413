import type { Metric } from 'prom-client'

/** A histogram of durations. */
export interface TimeCounts {
  /** Upper bounds of the buckets, ascending, in seconds. */
  readonly bounds: readonly number[]
  /** The count of each bucket, not cumulative; the last entry counts durations above all bounds. */
  readonly buckets: Float64Array
  /** The sum of all durations, in seconds. */
  sum: number
}

/** Creates an empty histogram with the upper bounds `bounds`. */
export function createTimeCounts(bounds: readonly number[]): TimeCounts {
  return { bounds, buckets: new Float64Array(bounds.length + 1), sum: 0 }
}

/** Counts a duration, in seconds. */
export function countTime(counts: TimeCounts, seconds: number): void {
  const { bounds, buckets } = counts
  let bucket = 0
  while (bucket < bounds.length && seconds > bounds[bucket]!) bucket += 1
  buckets[bucket]! += 1
  counts.sum += seconds
}

/** A histogram with its labels. */
export interface LabelledTimes {
  readonly labels: Readonly<Record<string, string>>
  readonly times: TimeCounts
}

/**
 * A prom-client metric over histograms that are counted elsewhere. An observation in prom-client's own histogram
 * costs more than all the other counting of a request.
 */
export function timeHistogram(
  { name, help }: { readonly name: string; readonly help: string },
  read: () => Iterable<LabelledTimes>,
): Metric {
  const values = () => Array.from(read(), (labelled) => toSamples(name, labelled)).flat()
  const histogram = {
    name,
    help,
    type: 'histogram',
    get: async () => ({ name, help, type: 'histogram', values: values() }),
  }
  // A registry needs no more of a metric, though its type asks for a class of prom-client.
  return histogram as unknown as Metric
}

function toSamples(name: string, { labels, times }: LabelledTimes): readonly Sample[] {
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

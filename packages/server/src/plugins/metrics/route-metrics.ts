import type { MetricFamily, Sample } from './exposition.ts'

/** What was answered on one route: how often with each status, and how long it took. */
export interface RouteMetrics {
  /** Counts one answer. */
  record(status: number, milliseconds: number): void
}

/** Upper bounds of the buckets of times, in seconds. */
export const BUCKETS: readonly number[] = [
  ...[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
  ...[1, 2.5, 5, 10, 30, 60],
]

interface Counts extends RouteMetrics {
  readonly route: Readonly<Record<string, string>>
  readonly byStatus: ReadonlyMap<number, number>
  /** Answers whose time is in the bucket and not in the one before; the last is for longer ones. */
  readonly byTime: readonly number[]
  readonly seconds: () => number
}

/** Counts answers by route and status, and their times by route. */
export interface HttpMetrics {
  /** The counts of a route, the same for the same method and route. */
  of(method: string, route: string): RouteMetrics
  families(): readonly MetricFamily[]
}

/** Counts of no answers yet. */
export function createHttpMetrics(): HttpMetrics {
  const all = new Map<string, Counts>()
  return {
    of: (method, route) => {
      const key = `${method} ${route}`
      const known = all.get(key)
      if (known !== undefined) return known
      const made = countsOf({ method, route })
      all.set(key, made)
      return made
    },
    families: () => {
      const used = [...all.values()].filter(({ byStatus }) => byStatus.size > 0)
      return [requestsFamily(used), durationsFamily(used)]
    },
  }
}

function countsOf(route: Counts['route']): Counts {
  const byStatus = new Map<number, number>()
  const byTime = new Array<number>(BUCKETS.length + 1).fill(0)
  let seconds = 0
  return {
    route,
    byStatus,
    byTime,
    seconds: () => seconds,
    record: (status, milliseconds) => {
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      const time = milliseconds / 1_000
      seconds += time
      let bucket = 0
      while (bucket < BUCKETS.length && time > BUCKETS[bucket]!) bucket++
      byTime[bucket]! += 1
    },
  }
}

function requestsFamily(all: readonly Counts[]): MetricFamily {
  return {
    name: 'tributary_http_requests_total',
    help: 'Answers by method, route and status.',
    type: 'counter',
    samples: all.flatMap(({ route, byStatus }) =>
      [...byStatus].map(([status, value]) => ({
        labels: { ...route, status: String(status) },
        value,
      })),
    ),
  }
}

function durationsFamily(all: readonly Counts[]): MetricFamily {
  return {
    name: 'tributary_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, by method and route.',
    type: 'histogram',
    samples: all.flatMap(durationSamples),
  }
}

function durationSamples({ route, byTime, seconds }: Counts): readonly Sample[] {
  let below = 0
  const buckets = byTime.map((count, index) => {
    below += count
    const le = BUCKETS[index] === undefined ? '+Inf' : String(BUCKETS[index])
    return { suffix: '_bucket', labels: { ...route, le }, value: below }
  })
  return [
    ...buckets,
    { suffix: '_sum', labels: route, value: seconds() },
    { suffix: '_count', labels: route, value: below },
  ]
}

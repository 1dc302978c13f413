import { Counter, type Registry } from 'prom-client'
import { countTime, createTimeCounts, type TimeCounts, timeHistogram } from './time-histogram.ts'

/** Counts the requests of one route. */
export interface RouteMetrics {
  /** Counts an answer and its duration. */
  answered(status: number, milliseconds: number): void
  /** Counts a request whose client closed the connection. */
  aborted(): void
}

/** Counts requests by route. */
export interface HttpMetrics {
  /** Gives the counters of a route, the same object at every call. */
  of(method: string, route: string): RouteMetrics
}

/** Upper bounds of the histogram's buckets, in seconds. */
export const BUCKETS: readonly number[] = [
  ...[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
  ...[1, 2.5, 5, 10, 30, 60],
]

/** Plain numbers that prom-client gets at a read; its own counters look up their labels at every increment. */
interface Counts {
  readonly labels: { readonly method: string; readonly route: string }
  readonly byStatus: Map<number, number>
  readonly times: TimeCounts
  aborted: number
}

/** Creates empty counters and registers them in `registry`. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const byRoute = new Map<string, Counts>()
  registerCounts(registry, byRoute)
  return {
    of(method, route) {
      const key = `${method} ${route}`
      let counts = byRoute.get(key)
      if (counts === undefined) {
        const times = createTimeCounts(BUCKETS)
        counts = { labels: { method, route }, byStatus: new Map(), times, aborted: 0 }
        byRoute.set(key, counts)
      }
      return toRouteMetrics(counts)
    },
  }
}

function toRouteMetrics(counts: Counts): RouteMetrics {
  const { byStatus, times } = counts
  return {
    answered(status, milliseconds) {
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      countTime(times, milliseconds / 1_000)
    },
    aborted() {
      counts.aborted += 1
    },
  }
}

function registerCounts(registry: Registry, byRoute: ReadonlyMap<string, Counts>): void {
  const registers = [registry]
  const answers = new Counter({
    name: 'tributary_http_requests_total',
    help: 'Answers by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect: () => {
      answers.reset()
      for (const { labels, byStatus } of byRoute.values()) {
        for (const [status, count] of byStatus) answers.inc({ ...labels, status }, count)
      }
    },
  })
  const histogram = timeHistogram(
    {
      name: 'tributary_http_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer, by method and route.',
    },
    () => [...byRoute.values()].filter(({ byStatus }) => byStatus.size > 0),
  )
  registry.registerMetric(histogram)
  const aborted = new Counter({
    name: 'tributary_http_requests_aborted_total',
    help: 'Requests whose connection closed before the end of the answer, by method and route.',
    labelNames: ['method', 'route'],
    registers,
    collect: () => {
      aborted.reset()
      for (const { labels, aborted: count } of byRoute.values()) {
        if (count > 0) aborted.inc(labels, count)
      }
    },
  })
}

import { Counter, Histogram, type Registry } from 'prom-client'

/** What becomes of the requests of one route. */
export interface RouteMetrics {
  /** Counts one answer, and how long it took. */
  answered(status: number, milliseconds: number): void
}

/** Counts requests by route. */
export interface HttpMetrics {
  /** The counts of a route, to be taken once and kept. */
  of(method: string, route: string): RouteMetrics
  /** Counts one request that nobody waits for any more. */
  aborted(method: string, route: string): void
}

/** Upper bounds of the buckets of times, in seconds. */
export const BUCKETS: readonly number[] = [
  ...[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
  ...[1, 2.5, 5, 10, 30, 60],
]

/** Counts of no requests yet, which `registry` gives from now on. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const registers = [registry]
  const answers = new Counter({
    name: 'tributary_http_requests_total',
    help: 'Answers by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'tributary_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, by method and route.',
    labelNames: ['method', 'route'],
    buckets: [...BUCKETS],
    registers,
  })
  const aborted = new Counter({
    name: 'tributary_http_requests_aborted_total',
    help: 'Requests whose connection closed before the end of the answer, by method and route.',
    labelNames: ['method', 'route'],
    registers,
  })
  return {
    of: (method, route) => toRouteMetrics(answers, durations, { method, route }),
    aborted: (method, route) => aborted.inc({ method, route }),
  }
}

function toRouteMetrics(
  answers: Counter<'method' | 'route' | 'status'>,
  durations: Histogram<'method' | 'route'>,
  route: { readonly method: string; readonly route: string },
): RouteMetrics {
  const duration = durations.labels(route)
  const byStatus = new Map<number, Counter.Internal>()
  return {
    answered: (status, milliseconds) => {
      let count = byStatus.get(status)
      if (count === undefined) {
        count = answers.labels({ ...route, status: String(status) })
        byStatus.set(status, count)
      }
      count.inc()
      duration.observe(milliseconds / 1_000)
    },
  }
}

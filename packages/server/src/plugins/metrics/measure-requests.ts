import type { Platform } from '@tributary/platform'
import type { FastifyInstance, FastifyRequest, onResponseHookHandler, RouteOptions } from 'fastify'
import { Registry } from 'prom-client'
import { countAborted, markAnswered } from './count-aborted.ts'
import { registerLoad } from './load-metrics.ts'
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.ts'
import { createHttpMetrics, type HttpMetrics, type RouteMetrics } from './route-metrics.ts'

/** The labels of every request without a route. */
const UNMATCHED = ['any', '(none)'] as const

/** Measures this process and every route that is registered afterwards. Each app has its own registry. */
export function measureRequests(app: FastifyInstance, platform: Pick<Platform, 'load'>): Registry {
  const registry = new Registry()
  const http = createHttpMetrics(registry)
  registerLoad(registry, app, platform)
  let measured: ProcessMetrics | null = null
  app.addHook('onReady', async () => {
    measured = createProcessMetrics(registry)
  })
  app.addHook('onClose', async () => measured?.stop())
  app.addHook('onRoute', (route) => {
    route.onResponse = [
      createRequestCounter(createCounters(http, route)),
      ...[route.onResponse ?? []].flat(),
    ]
  })
  const missing = http.of(...UNMATCHED)
  const unmatched = createRequestCounter(() => missing)
  app.addHook('onResponse', function count(request, reply, done) {
    if (request.is404) unmatched.call(this, request, reply, done)
    else done()
  })
  countAborted(app, (request) => http.of(...toRouteLabels(request)).aborted())
  return registry
}

/** Serves the metrics at `/metrics` in the text format of Prometheus, without credentials. */
export function serveMetrics(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
}

/**
 * A hook per route avoids looking the route up for every request. It also runs for a write to a closed connection,
 * which is not counted.
 */
function createRequestCounter(
  metrics: (request: FastifyRequest) => RouteMetrics,
): onResponseHookHandler {
  return (request, reply, done) => {
    if (!reply.raw.destroyed) {
      markAnswered(request)
      metrics(request).answered(reply.statusCode, reply.elapsedTime)
    }
    done()
  }
}

/** Gives the counters of a request to the route, which may have several methods. */
function createCounters(
  http: HttpMetrics,
  { method, url }: Pick<RouteOptions, 'method' | 'url'>,
): (request: FastifyRequest) => RouteMetrics {
  if (Array.isArray(method)) return (request) => http.of(request.method, url)
  const counts = http.of(method, url)
  return () => counts
}

function toRouteLabels(request: FastifyRequest): readonly [method: string, route: string] {
  const { url } = request.routeOptions
  return request.is404 || url === undefined ? UNMATCHED : [request.method, url]
}

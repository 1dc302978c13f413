import type { FastifyInstance, FastifyRequest, onResponseHookHandler, RouteOptions } from 'fastify'
import { Registry } from 'prom-client'
import { countAborted, markAnswered } from './count-aborted.ts'
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.ts'
import { createHttpMetrics, type HttpMetrics, type RouteMetrics } from './route-metrics.ts'

/** What stands for every path that nothing is registered at, whatever the method. */
const UNMATCHED = ['any', '(none)'] as const

/**
 * Measures every route that is registered after it, and this process, and gives the figures at
 * `/metrics` in the text format of Prometheus, without credentials. Each app has figures of its own.
 */
export function measureRequests(app: FastifyInstance): void {
  const registry = new Registry()
  const http = createHttpMetrics(registry)
  let measured: ProcessMetrics | null = null
  app.addHook('onReady', async () => {
    measured = createProcessMetrics(registry)
  })
  app.addHook('onClose', async () => measured?.stop())
  app.addHook('onRoute', (route) => {
    route.onResponse = [countOf(countsOf(http, route)), ...[route.onResponse ?? []].flat()]
  })
  const missing = http.of(...UNMATCHED)
  const unmatched = countOf(() => missing)
  app.addHook('onResponse', function count(request, reply, done) {
    if (request.is404) unmatched.call(this, request, reply, done)
    else done()
  })
  countAborted(app, (request) => http.of(...nameOf(request)).aborted())
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (_request, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
}

/**
 * Each route has a hook of its own, so that nothing is looked up while a request waits. It also runs when
 * something is written to a connection that has closed, which is no answer.
 */
function countOf(metrics: (request: FastifyRequest) => RouteMetrics): onResponseHookHandler {
  return (request, reply, done) => {
    if (!reply.raw.destroyed) {
      markAnswered(request)
      metrics(request).answered(reply.statusCode, reply.elapsedTime)
    }
    done()
  }
}

/** Where the requests of a route are counted; it may have several methods. */
function countsOf(
  http: HttpMetrics,
  { method, url }: Pick<RouteOptions, 'method' | 'url'>,
): (request: FastifyRequest) => RouteMetrics {
  if (Array.isArray(method)) return (request) => http.of(request.method, url)
  const counts = http.of(method, url)
  return () => counts
}

function nameOf(request: FastifyRequest): readonly [method: string, route: string] {
  const { url } = request.routeOptions
  return request.is404 || url === undefined ? UNMATCHED : [request.method, url]
}

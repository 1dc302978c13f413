import type { FastifyInstance, onResponseHookHandler, RouteOptions } from 'fastify'
import { EXPOSITION_TYPE, toExposition } from './exposition.ts'
import { createProcessMetrics, type ProcessMetrics } from './process-metrics.ts'
import { createHttpMetrics, type RouteMetrics } from './route-metrics.ts'

/** The route that stands for every path that nothing is registered at. */
const UNMATCHED = '(none)'

/**
 * Measures every route that is registered after it, and this process, and gives the figures at
 * `/metrics` in the text format of Prometheus, without credentials.
 */
export function measureRequests(app: FastifyInstance): void {
  const http = createHttpMetrics()
  let measured: ProcessMetrics | null = null
  app.addHook('onReady', async () => {
    measured = createProcessMetrics()
  })
  app.addHook('onClose', async () => measured?.stop())
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) record(route, http.of(method, route.url))
  })
  const unmatched = http.of('any', UNMATCHED)
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) unmatched.record(reply.statusCode, reply.elapsedTime)
    done()
  })
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, (_request, reply) => {
    reply.type(EXPOSITION_TYPE)
    return toExposition([...http.families(), ...(measured?.families() ?? [])])
  })
}

/** Each route counts for itself, so that nothing is looked up while a request waits. */
function record(route: RouteOptions, metrics: RouteMetrics): void {
  const count: onResponseHookHandler = (_request, reply, done) => {
    metrics.record(reply.statusCode, reply.elapsedTime)
    done()
  }
  route.onResponse = [count, ...[route.onResponse ?? []].flat()]
}

import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onResponseHookHandler,
} from 'fastify'
import { tenantOf } from './authentication.ts'
import { errorCodeOf } from './error-envelope.ts'

/** Fastify's own lines without those that it writes for every request; traceId is what it calls a request's id. */
export class QuietLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'traceId' })
  }

  override incomingRequest(): void {}

  override requestCompleted(): void {}
}

/**
 * One line for each request to a route that is registered after it, written when it was answered, under its trace
 * id: method, route, status, milliseconds, and where they are known the tenant and the error's name. Neither the
 * address nor a header is logged: both may hold secrets.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { logLevel: level, url } = route
    const log = level ? app.log.child({}, { level }) : app.log
    route.onResponse = [lineOf(log, url), ...[route.onResponse ?? []].flat()]
  })
  const unmatched = lineOf(app.log, null)
  app.addHook('onResponse', function line(request, reply, done) {
    if (request.is404) unmatched.call(this, request, reply, done)
    else done()
  })
}

/** Each route has a hook of its own: to ask Fastify for the route of a request takes as long as half the line. */
function lineOf(log: FastifyBaseLogger, route: string | null): onResponseHookHandler {
  return (request, reply, done) => {
    log.info(fieldsOf(request, reply, route), 'answered')
    done()
  }
}

/** pino leaves out what is undefined. */
function fieldsOf(
  request: FastifyRequest,
  reply: FastifyReply,
  route: string | null,
): Readonly<Record<string, unknown>> {
  const { statusCode: status } = reply
  return {
    traceId: request.id,
    method: request.method,
    route,
    status,
    ms: Math.round(reply.elapsedTime * 1_000) / 1_000,
    tenant: tenantOf(request) ?? undefined,
    code: status < 400 ? undefined : (errorCodeOf(reply) ?? undefined),
  }
}

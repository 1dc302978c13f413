import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onResponseHookHandler,
} from 'fastify'
import { getTenant } from './authentication.ts'
import { getErrorCode } from './error-envelope.ts'

/** Fastify's log lines without its two lines per request; the request id is logged as traceId. */
export class QuietLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'traceId' })
  }

  override incomingRequest(): void {}

  override requestCompleted(): void {}
}

/**
 * Logs one line per answered request of every route that is registered afterwards: trace id, method, route, status,
 * milliseconds, and where they are known the tenant and the error code. Addresses and headers are not logged,
 * because they may hold secrets.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { logLevel: level, url } = route
    const log = level ? app.log.child({}, { level }) : app.log
    route.onResponse = [createRequestLogger(log, url), ...[route.onResponse ?? []].flat()]
  })
  const unmatched = createRequestLogger(app.log, null)
  app.addHook('onResponse', function line(request, reply, done) {
    if (request.is404) unmatched.call(this, request, reply, done)
    else done()
  })
}

/** A hook per route: looking up the route of a request costs half as much as the line. */
function createRequestLogger(log: FastifyBaseLogger, route: string | null): onResponseHookHandler {
  return (request, reply, done) => {
    log.info(toLogFields(request, reply, route), 'answered')
    done()
  }
}

/** pino omits fields that are undefined. */
function toLogFields(
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
    tenant: getTenant(request) ?? undefined,
    code: status < 400 ? undefined : (getErrorCode(reply) ?? undefined),
  }
}

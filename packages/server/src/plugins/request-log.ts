import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { tenantOf } from './authentication.ts'
import { errorCodeOf } from './error-envelope.ts'

/**
 * One line for each request, written when it was answered, under its trace id: method, route, status,
 * milliseconds, and where they are known the tenant and the error's name. Neither the address nor a
 * header is logged: both may hold secrets.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'traceId' })
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const fields = fieldsOf(request, reply)
    if (error) request.log.warn({ ...fields, err: error }, 'the answer broke off')
    else request.log.info(fields, 'answered')
  }
}

/** pino leaves out what is undefined. */
function fieldsOf(request: FastifyRequest, reply: FastifyReply): Readonly<Record<string, unknown>> {
  const { statusCode: status } = reply
  return {
    method: request.method,
    route: request.routeOptions.url ?? null,
    status,
    ms: Math.round(reply.elapsedTime * 1_000) / 1_000,
    tenant: tenantOf(request) ?? undefined,
    code: status < 400 ? undefined : (errorCodeOf(reply) ?? undefined),
  }
}

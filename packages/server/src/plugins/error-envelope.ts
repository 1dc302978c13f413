import { TributaryError } from '@tributary/core'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Envelope, ERROR_MESSAGE_LIMIT } from '../contract/envelope.ts'
import { internalError, methodNotAllowed, notFound } from '../errors.ts'
import { statusOf } from '../status-of.ts'
import { cut, detailOf } from './error-detail.ts'
import { fromFastify } from './from-fastify.ts'

/** The envelope of a result. */
export function answer<Data>(request: FastifyRequest, data: Data): Envelope<Data> {
  const traceId = request.id
  return { data, success: true, code: '200', errorMsg: null, detailErrorMsg: null, traceId }
}

/**
 * Answers an error with its envelope. A fault of ours is logged with its cause and told to the
 * client by trace id only. A client that has gone away gets nothing.
 */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (reply.raw.destroyed) {
    const { method } = request
    const route = request.routeOptions.url ?? null
    request.log.info({ method, route }, 'the client went away before the answer')
    reply.hijack()
    return
  }
  const known = knownError(error, request)
  const status = statusOf(known.code)
  errorCodes.set(reply, known.code)
  if (status >= 500) request.log.error({ err: error }, 'the request failed')
  if (status === 413) reply.header('connection', 'close')
  reply.code(status).send(errorEnvelopeOf(known, status, request.id))
}

/** The name of the error that `reply` answers; null when it answers none. */
export function errorCodeOf(reply: FastifyReply): string | null {
  return errorCodes.get(reply) ?? null
}

const errorCodes = new WeakMap<FastifyReply, string>()

/** The envelope of an error, for those who answer without Fastify. */
export function errorEnvelopeOf(
  error: TributaryError,
  status: number,
  traceId: string,
): Envelope<null> {
  const shown = status === 500 && !error.code.startsWith('SERVER_') ? internalError(error) : error
  return {
    data: null,
    success: false,
    code: String(status),
    errorMsg: cut(shown.message, ERROR_MESSAGE_LIMIT),
    detailErrorMsg: detailOf(shown, error.code),
    traceId,
  }
}

/** Answers a path that nothing is registered at: 405 when another method is, else 404. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0]!
  const allowed = request.server.supportedMethods.filter((method) =>
    request.server.hasRoute({ method, url: path }),
  )
  if (allowed.length === 0) throw notFound(path)
  reply.header('allow', allowed.join(', '))
  throw methodNotAllowed(request.method, path, allowed)
}

function knownError(error: FastifyError | Error, request: FastifyRequest): TributaryError {
  if (error instanceof TributaryError) return error
  return fromFastify(error, request) ?? internalError(error)
}

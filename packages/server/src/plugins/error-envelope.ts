import type { Envelope } from '@tributary/contract'
import { ERROR_MESSAGE_LIMIT } from '@tributary/contract/internal'
import { TributaryError } from '@tributary/core'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  badRequestError,
  bodyTooLargeError,
  internalError,
  methodNotAllowedError,
  notFoundError,
  type ServerError,
  unsupportedMediaTypeError,
} from '../errors.ts'
import { toStatus } from '../status-of.ts'
import { answerNotModified } from './answer-tags.ts'
import { DEFAULT_BODY_LIMIT } from './body.ts'
import { describeDetail, truncate } from './error-detail.ts'

/**
 * Answers an error with its envelope. An internal error is logged with its cause; the client gets only the trace
 * id. Nothing is sent when the client has closed the connection.
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
  const recognized = knownError(error, request)
  if (recognized.code === 'PLATFORM_NOT_MODIFIED') {
    answerNotModified(reply, String(recognized.details.tag))
    return
  }
  const status = toStatus(recognized.code)
  errorCodes.set(reply, recognized.code)
  if (status >= 500) request.log.error({ err: error }, 'the request failed')
  // The caller did not cause this error of the data or its engine alone, and its answer leaves the details out.
  else if (recognized.cause !== undefined)
    request.log.warn({ err: error }, 'the request was refused')
  if (status === 413) reply.header('connection', 'close')
  const { retryAfter } = recognized.details as { readonly retryAfter?: number }
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  reply.code(status).send(toErrorEnvelope(recognized, status, request.id))
}

/** The code of the error that `reply` answers; null when it is not an error. */
export function getErrorCode(reply: FastifyReply): string | null {
  return errorCodes.get(reply) ?? null
}

const errorCodes = new WeakMap<FastifyReply, string>()

/** Builds the envelope of an error. */
export function toErrorEnvelope(
  error: TributaryError,
  status: number,
  traceId: string,
): Envelope<null> {
  const publicError =
    status === 500 && !error.code.startsWith('SERVER_') ? internalError(error) : error
  return {
    data: null,
    success: false,
    code: String(status),
    errorMsg: truncate(publicError.message, ERROR_MESSAGE_LIMIT),
    detailErrorMsg: describeDetail(publicError, error.code),
    traceId,
  }
}

/** Answers a request without a route: 405 when the path has other methods, else 404. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0]!
  const allowed = request.server.supportedMethods.filter((method) =>
    request.server.hasRoute({ method, url: path }),
  )
  if (allowed.length === 0) throw notFoundError(path)
  reply.header('allow', allowed.join(', '))
  throw methodNotAllowedError(request.method, path, allowed)
}

function knownError(error: FastifyError | Error, request: FastifyRequest): TributaryError {
  if (error instanceof TributaryError) return error
  return translateFastifyError(error, request) ?? internalError(error)
}

/** Translates an error of Fastify about a request; null for errors that the client did not cause. */
function translateFastifyError(
  error: FastifyError | Error,
  request: FastifyRequest,
): ServerError | null {
  const { code, statusCode } = error as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLargeError(request.routeOptions.bodyLimit ?? DEFAULT_BODY_LIMIT)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaTypeError(request.headers['content-type'] ?? null)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequestError('The body is not as long as its Content-Length says.')
    case 'FST_ERR_BAD_URL':
      return badRequestError('The address is not valid: it has a broken percent-encoding.')
    default:
      return isClientFault(code, statusCode) ? badRequestError(toSentence(error)) : null
  }
}

/** Errors of an engine's client may have a status too; it is not the status of the answer. */
function isClientFault(code: string | undefined, status: number | undefined): boolean {
  const isOfHttp = code !== undefined && (code.startsWith('FST_') || code === 'ECONNRESET')
  return isOfHttp && status !== undefined && status >= 400 && status < 500
}

function toSentence(error: Error): string {
  return `${error.message.replace(/\.$/, '')}.`
}

import type { FastifyError, FastifyRequest } from 'fastify'
import { badRequest, bodyTooLarge, type ServerError, unsupportedMediaType } from '../errors.ts'
import { DEFAULT_BODY_LIMIT } from './json-body.ts'

/**
 * Fastify's own complaint about a request in our words; null for anything that is not the client's
 * fault.
 */
export function fromFastify(
  error: FastifyError | Error,
  request: FastifyRequest,
): ServerError | null {
  const { code, statusCode } = error as Partial<FastifyError>
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(request.routeOptions.bodyLimit ?? DEFAULT_BODY_LIMIT)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(request.headers['content-type'] ?? null)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badRequest('The body is not as long as its Content-Length says.')
    case 'FST_ERR_BAD_URL':
      return badRequest('The address is not valid: it has a broken percent-encoding.')
    default:
      return isClientFault(code, statusCode) ? badRequest(sentenceOf(error)) : null
  }
}

/** An engine's client may put a status on its errors too; that one is not for ours. */
function isClientFault(code: string | undefined, status: number | undefined): boolean {
  const isOfHttp = code !== undefined && (code.startsWith('FST_') || code === 'ECONNRESET')
  return isOfHttp && status !== undefined && status >= 400 && status < 500
}

function sentenceOf(error: Error): string {
  return `${error.message.replace(/\.$/, '')}.`
}

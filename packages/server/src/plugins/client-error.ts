import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { badRequestError, type ServerError } from '../errors.ts'
import { toErrorEnvelope } from './error-envelope.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import { randomTraceId } from './trace-id.ts'

/**
 * Answers bytes that are not an HTTP request with an envelope and closes the connection. Fastify has neither a
 * request nor a reply for them.
 */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, reason] = MEANING_OF[error.code ?? ''] ?? MALFORMED
  if (socket.writable) socket.write(toRawResponse(status, badRequestError(reason)))
  socket.destroy(error)
}

const MALFORMED: readonly [number, string] = [400, 'The request is not valid HTTP.']

/** Status and sentence by the code of Node's parser; only the parser gives these statuses. */
const MEANING_OF: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The address and headers together are too long.'],
}

const HEADERS = Object.entries(SECURITY_HEADERS).map((header) => header.join(': '))

function toRawResponse(status: number, error: ServerError): string {
  const body = JSON.stringify(toErrorEnvelope(error, status, randomTraceId()))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    ...HEADERS,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

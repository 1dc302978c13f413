import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * The trace id of a request, 32 hex digits: the one of a valid W3C `traceparent` header, else a
 * random one. It is Fastify's request id, so that the envelope and every log line of the request
 * carry the same.
 */
export function traceIdOf(request: { readonly headers: IncomingHttpHeaders }): string {
  const header = request.headers.traceparent
  const given = typeof header === 'string' ? TRACEPARENT.exec(header) : null
  return given?.[1] ?? randomBytes(16).toString('hex')
}

/**
 * https://www.w3.org/TR/trace-context/: version ff and ids of zeros alone are invalid; only later
 * versions may add parts.
 */
const TRACEPARENT =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/

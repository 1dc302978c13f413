import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/**
 * The trace id of a request, 32 hex digits: that of a valid W3C `traceparent` header, else a random one. It is
 * Fastify's request id, so the envelope and every log line of a request have the same.
 */
export function toTraceId(request: { readonly headers: IncomingHttpHeaders }): string {
  const header = request.headers.traceparent
  const match = typeof header === 'string' ? TRACEPARENT.exec(header) : null
  return match?.[1] ?? randomTraceId()
}

/** 16 random bytes in hex. */
export function randomTraceId(): string {
  if (at === pool.length) {
    randomFillSync(pool)
    at = 0
  }
  at += TRACE_BYTES
  return pool.toString('hex', at - TRACE_BYTES, at)
}

const TRACE_BYTES = 16

/** Random bytes for 256 ids: a system call per request would cost a third of the request. */
const pool = Buffer.alloc(256 * TRACE_BYTES)
let at = pool.length

/**
 * https://www.w3.org/TR/trace-context/: version ff and ids of zeros alone are invalid; only later
 * versions may add parts.
 */
const TRACEPARENT =
  /^(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/

/** Codes of errors that the client finds itself; every other code comes from the server. */
export type ClientErrorCode = 'CLIENT_TIMEOUT' | 'CLIENT_UNREACHABLE' | 'CLIENT_UNEXPECTED_ANSWER'

/**
 * The kind of failure of a {@link ClientError}. `NO_ANSWER`: the service was not reached, was too late, or something
 * else answered. `BUSY`: ask again after `retryAfter` seconds. `UNAVAILABLE`: ask again later.
 */
export type ClientErrorKind =
  | 'INVALID'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'TOO_LARGE'
  | 'BUSY'
  | 'UNAVAILABLE'
  | 'FAULT'
  | 'NO_ANSWER'

/** The fields of a {@link ClientError}. */
export interface ClientErrorFields {
  readonly code: string
  readonly message: string
  readonly status?: number
  readonly traceId?: string
  readonly detail?: string
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** A call that failed: the server answered with an error, or there was no answer. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  /** The error code of the server, such as `CATALOG_UNKNOWN_METRIC`, or a {@link ClientErrorCode}. */
  readonly code: string
  /** The kind of failure, from a closed list; codes may be added in any release. */
  readonly kind: ClientErrorKind
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** The trace id of the request in the server's log; null when the server did not answer. */
  readonly traceId: string | null
  /** The server's `detailErrorMsg`: name, path, position, suggestion; null without an answer. */
  readonly detail: string | null
  /** Seconds to wait before the same request may be sent again (status 429); else null. */
  readonly retryAfter: number | null

  constructor({ code, message, status, traceId, detail, retryAfter, cause }: ClientErrorFields) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.kind = toErrorKind(code, status)
    this.status = status ?? null
    this.traceId = traceId ?? null
    this.detail = detail ?? null
    this.retryAfter = retryAfter ?? null
  }
}

function toErrorKind(code: string, status: number | undefined): ClientErrorKind {
  if (status === undefined || code === 'CLIENT_UNEXPECTED_ANSWER') return 'NO_ANSWER'
  return KINDS.get(status) ?? (status >= 500 ? 'FAULT' : 'INVALID')
}

const KINDS: ReadonlyMap<number, ClientErrorKind> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'CONFLICT'],
  [413, 'TOO_LARGE'],
  [429, 'BUSY'],
  [503, 'UNAVAILABLE'],
])

/** The error of a call that took longer than `limit` milliseconds. */
export function timeoutError(url: string, limit: number): ClientError {
  const message = `${url} did not answer within ${limit / 1_000} s; ask for less or give the call a longer timeout.`
  return new ClientError({ code: 'CLIENT_TIMEOUT', message })
}

/** The error of a call without a connection, or whose connection broke before the answer was complete. */
export function unreachableError(url: string, cause: unknown): ClientError {
  const reason = cause instanceof Error ? findRootCause(cause).message : String(cause)
  const message = `${url} cannot be reached: ${reason}.`
  return new ClientError({ code: 'CLIENT_UNREACHABLE', message, cause })
}

/** The error of an answer that the service did not write: it comes from a proxy or from another server. */
export function unexpectedAnswerError(url: string, status: number): ClientError {
  const message = `${url} answered ${status} with a body that is not an answer of the service; check the base URL and any proxies.`
  return new ClientError({ code: 'CLIENT_UNEXPECTED_ANSWER', message, status })
}

/** The error of an answer that points to another address. Following it would send the credentials there. */
export function redirectedError(url: string, { status, headers }: Response): ClientError {
  const place = headers.get('location')
  const message = `${url} redirects${place === null ? '' : ` to ${place}`}, and the client sends its credentials to no other address; give the one of the service as baseUrl.`
  return new ClientError({ code: 'CLIENT_UNEXPECTED_ANSWER', message, status })
}

/** The message of fetch is always "fetch failed"; its cause has the reason. */
function findRootCause(error: Error): Error {
  return error.cause instanceof Error ? error.cause : error
}

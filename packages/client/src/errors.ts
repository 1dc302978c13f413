/** What the client itself finds; every other code is the server's name for the error. */
export type ClientErrorCode = 'CLIENT_TIMEOUT' | 'CLIENT_UNREACHABLE' | 'CLIENT_UNEXPECTED_ANSWER'

/** What is known of a failed call. */
export interface ClientErrorFields {
  readonly code: string
  readonly message: string
  readonly status?: number
  readonly traceId?: string
  readonly detail?: string
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** A call that failed: the server refused it, or there was no answer. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  /** The server's stable name of the error, such as `CATALOG_UNKNOWN_METRIC`, or a {@link ClientErrorCode}. */
  readonly code: string
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** Finds the request in the log of the server; null when there was no answer of the server. */
  readonly traceId: string | null
  /** The server's `detailErrorMsg`: name, path, position, suggestion; null without an answer. */
  readonly detail: string | null
  /** Seconds after which the same request may be made again, where the server said so (429). */
  readonly retryAfter: number | null

  constructor({ code, message, status, traceId, detail, retryAfter, cause }: ClientErrorFields) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status ?? null
    this.traceId = traceId ?? null
    this.detail = detail ?? null
    this.retryAfter = retryAfter ?? null
  }
}

/** A call that took longer than its limit, in milliseconds. */
export function timedOut(url: string, limit: number): ClientError {
  const message = `${url} did not answer within ${limit / 1_000} s; ask for less at once or give the call a longer timeout.`
  return new ClientError({ code: 'CLIENT_TIMEOUT', message })
}

/** No connection, or one that broke before the answer was whole. */
export function unreachable(url: string, cause: unknown): ClientError {
  const reason = cause instanceof Error ? causeOf(cause).message : String(cause)
  const message = `${url} cannot be reached: ${reason}.`
  return new ClientError({ code: 'CLIENT_UNREACHABLE', message, cause })
}

/** An answer that is none of the service's: a proxy's, or the base URL is another server's. */
export function unexpectedAnswer(url: string, status: number): ClientError {
  const message = `${url} answered ${status} with something that is not an answer of the service; check the base URL and what stands in between.`
  return new ClientError({ code: 'CLIENT_UNEXPECTED_ANSWER', message, status })
}

/** fetch says no more than "fetch failed"; why stands in its cause. */
function causeOf(error: Error): Error {
  return error.cause instanceof Error ? error.cause : error
}

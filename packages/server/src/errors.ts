import { type ErrorDetails, TributaryError } from '@tributary/core'

/** Codes of errors that the HTTP layer finds. */
export type ServerErrorCode =
  | 'SERVER_BAD_REQUEST'
  | 'SERVER_INVALID_HEADER'
  | 'SERVER_INVALID_QUERY'
  | 'SERVER_INVALID_BODY'
  | 'SERVER_INVALID_JSON'
  | 'SERVER_NOT_FOUND'
  | 'SERVER_METHOD_NOT_ALLOWED'
  | 'SERVER_BODY_TOO_LARGE'
  | 'SERVER_UNSUPPORTED_MEDIA_TYPE'
  | 'SERVER_EXPECTATION_FAILED'
  | 'SERVER_CROSS_SITE'
  | 'SERVER_FOREIGN_HOST'
  | 'SERVER_RATE_LIMITED'
  | 'SERVER_TIMEOUT'
  | 'SERVER_INTERNAL'
  | 'SERVER_INVALID_PROXY'
  | 'SERVER_INVALID_ORIGIN'
  | 'SERVER_PORT_IN_USE'
  | 'SERVER_CANNOT_LISTEN'

/** An error in a request as HTTP, or in the address to listen on. */
export class ServerError extends TributaryError<ServerErrorCode> {}

/** The part of a request that a schema describes. */
export type RequestPart = 'header' | 'query' | 'body'

/** A field of a request that its schema rejects. */
export interface FieldProblem {
  /** The field, `attribution.filters[0]`; empty for the whole part. */
  readonly path: string
  /** The expectation of the schema, such as `a string`. */
  readonly expected: string
  /** The value in the request, such as `the number 5`; null when the field is missing. */
  readonly found: string | null
}

/** A request that violates HTTP; `reason` is a complete sentence. */
export function badRequestError(reason: string): ServerError {
  return new ServerError('SERVER_BAD_REQUEST', reason)
}

/** One or more fields of a part of the request that its schema rejects. */
export function invalidPartError(
  part: RequestPart,
  problems: readonly FieldProblem[],
): ServerError {
  const [first, ...furtherProblems] = problems
  const more =
    furtherProblems.length === 0 ? '' : ` (and ${furtherProblems.length} more, see the details)`
  const sentence = `${describeProblem(part, first!)}${more}.`
  return new ServerError(CODE_OF_PART[part], sentence, {
    details: { path: first!.path, problems },
  })
}

/** Fields of a body that do nothing, in a request that prefers to be refused for them. */
export function unknownFieldsError(
  fields: readonly { readonly path: string; readonly meant: string }[],
): ServerError {
  const texts = fields.map(({ path, meant }) => `${path} (did you mean ${meant}?)`)
  const what = fields.length === 1 ? 'a field that is' : 'fields that are'
  return new ServerError(
    'SERVER_INVALID_BODY',
    `The body has ${what} not known: ${texts.join(', ')}.`,
    { details: { path: fields[0]!.path } },
  )
}

/** A body that is not JSON. `offset` counts UTF-16 code units from 0. */
export function invalidJsonError(at: {
  readonly offset: number
  readonly line: number
  readonly column: number
}): ServerError {
  const message = `The body is not valid JSON: it breaks at line ${at.line}, column ${at.column}.`
  return new ServerError('SERVER_INVALID_JSON', message, { details: { ...at } })
}

/** A body that is not UTF-8. */
export function invalidEncodingError(): ServerError {
  return new ServerError(
    'SERVER_INVALID_JSON',
    'The body is not valid UTF-8 text; send it as UTF-8.',
  )
}

/** A path without an operation. */
export function notFoundError(path: string): ServerError {
  return new ServerError('SERVER_NOT_FOUND', `There is no operation at ${short(path)}.`, {
    details: { path },
  })
}

/** A method that the path does not answer. */
export function methodNotAllowedError(
  method: string,
  path: string,
  allowed: readonly string[],
): ServerError {
  const message = `${path} does not accept ${method}; use ${allowed.join(' or ')}.`
  return new ServerError('SERVER_METHOD_NOT_ALLOWED', message, { details: { path, allowed } })
}

/** A body over the limit, in bytes. */
export function bodyTooLargeError(limit: number): ServerError {
  const message = `The body is larger than the ${limit} bytes that this server accepts.`
  return new ServerError('SERVER_BODY_TOO_LARGE', message, { details: { limit } })
}

/** A body whose Content-Type is not JSON. `found` is null when there is no Content-Type. */
export function unsupportedMediaTypeError(mediaType: string | null): ServerError {
  const what = mediaType === null ? 'no Content-Type was given' : `found ${short(mediaType)}`
  const message = `A body must have the Content-Type application/json; ${what}.`
  return new ServerError('SERVER_UNSUPPORTED_MEDIA_TYPE', message)
}

/** A body with a Content-Encoding such as gzip; the server decodes none. */
export function encodedBodyError(encoding: string): ServerError {
  const message = `A body must be sent as it is, without a Content-Encoding; found ${short(encoding)}.`
  return new ServerError('SERVER_UNSUPPORTED_MEDIA_TYPE', message)
}

/** A body in another charset than UTF-8. */
export function charsetError(charset: string): ServerError {
  const message = `A body must be in UTF-8; found charset=${short(charset)}.`
  return new ServerError('SERVER_UNSUPPORTED_MEDIA_TYPE', message)
}

/** A value of the header Expect that the server does not know. */
export function expectationError(expectation: string): ServerError {
  const message = `The header Expect may only be 100-continue; found ${short(expectation)}.`
  return new ServerError('SERVER_EXPECTATION_FAILED', message)
}

/** A request that changes data, sent by a browser for a page of another site. */
export function crossSiteError(method: string, path: string): ServerError {
  const message = `${method} ${path} changes data and is refused to pages of other sites (Sec-Fetch-Site must be same-origin or none).`
  return new ServerError('SERVER_CROSS_SITE', message)
}

/** A request that is believed because it comes from this machine, and that `header` says is for or from another one. */
export function foreignHostError(header: 'host' | 'origin', found: string): ServerError {
  const message = `This server believes the programs of its own machine, so it answers only requests whose ${header} is localhost, 127.0.0.1 or [::1]; found ${found === '' ? 'none' : short(found)}. If a proxy sent this request, give the proxy a secret (--proxy-secret-file).`
  return new ServerError('SERVER_FOREIGN_HOST', message, { details: { header } })
}

/** A tenant or an account over its rate limit; its next request is accepted after `seconds`. */
export function rateLimitedError(of: 'tenant' | 'account', seconds: number): ServerError {
  const message = `The ${of} exceeds the rate limit of this server; try again in ${seconds} s.`
  return new ServerError('SERVER_RATE_LIMITED', message, { details: { seconds } })
}

/** An answer that took longer than the server allows, in milliseconds. */
export function answerTimeoutError(limit: number): ServerError {
  const message = `The answer took longer than the ${limit / 1_000} s that this server allows; ask for less.`
  return new ServerError('SERVER_TIMEOUT', message, { details: { limit } })
}

/** An internal error; its message does not name the cause. */
export function internalError(cause: unknown): ServerError {
  const message = 'The server failed to answer; its log has the cause under the trace id.'
  return new ServerError('SERVER_INTERNAL', message, { cause })
}

/** Settings of a trusted proxy that do not say which requests are the proxy's; `reason` is a complete sentence. */
export function invalidProxyError(reason: string): ServerError {
  return new ServerError('SERVER_INVALID_PROXY', reason)
}

/** A site for the frames of the explorer that is not written as an origin. */
export function invalidOriginError(origin: string): ServerError {
  return new ServerError(
    'SERVER_INVALID_ORIGIN',
    `A site that may embed the explorer is written as its origin, such as https://intranet.example.com, without a path; found ${short(origin)}.`,
  )
}

/** A port that another program uses. */
export function portInUseError(host: string, port: number, cause: unknown): ServerError {
  const message = `Port ${port} on ${host} is in use; choose another with --port N, or any free one with --port 0.`
  return new ServerError('SERVER_PORT_IN_USE', message, { details: { host, port }, cause })
}

/** An address that cannot be listened on for another reason. */
export function cannotListenError(host: string, port: number, cause: unknown): ServerError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const options: ErrorDetails = { details: { host, port }, cause }
  return new ServerError(
    'SERVER_CANNOT_LISTEN',
    `Cannot listen on ${host}:${port}: ${reason}.`,
    options,
  )
}

const CODE_OF_PART: Readonly<Record<RequestPart, ServerErrorCode>> = {
  header: 'SERVER_INVALID_HEADER',
  query: 'SERVER_INVALID_QUERY',
  body: 'SERVER_INVALID_BODY',
}

function describeProblem(part: RequestPart, problem: FieldProblem): string {
  const subject = problem.path === '' ? `The ${part}` : `The ${NOUN[part]} ${short(problem.path)}`
  if (problem.found === null) return `${subject} is missing`
  return `${subject} must be ${problem.expected}; found ${problem.found}`
}

const NOUN: Readonly<Record<RequestPart, string>> = {
  header: 'header',
  query: 'query parameter',
  body: 'body field',
}

function short(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`
}

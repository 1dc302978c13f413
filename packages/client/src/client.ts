import type { Operations } from '@tributary/contract'
import { ROUTES, type Route } from '@tributary/contract/routes'
import { redirectedError, timeoutError, unreachableError } from './errors.ts'
import {
  type CallOptions,
  type ClientOptions,
  type Credentials,
  DEFAULT_TIMEOUT,
  type RequestHeaders,
} from './options.ts'
import { readAnswer, readBareAnswer } from './read-answer.ts'
import { sleep, waitBefore } from './retry.ts'
import { toRequest } from './to-request.ts'

/**
 * The operations of a service over HTTP. A call rejects with a {@link ClientError} or with the reason of its signal.
 */
export type Client = Operations<CallOptions>

/**
 * Creates a client of a service. It keeps no connection open and needs no closing.
 *
 * @example
 * ```ts
 * import { createClient } from '@tributary/client'
 *
 * const answer = { data: { edgeList: [] }, success: true, code: '200', traceId: '7f1d' }
 * const client = createClient({
 *   baseUrl: 'http://127.0.0.1:8080',
 *   credentials: { tenantId: 'demo', authType: 'APIKEY', authValue: 'secret' },
 *   fetch: async () => Response.json(answer), // without it, the request goes to the service
 * })
 * await client.allLineage() // => { edgeList: [] }
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const methods = Object.entries(ROUTES).map(([id, route]) => [id, createMethod(options, route)])
  return Object.fromEntries(methods) as Client
}

function createMethod(options: ClientOptions, route: Route): unknown {
  return route.takes === 'NOTHING'
    ? (call?: CallOptions) => send(options, route, {}, call)
    : (request: object, call?: CallOptions) => send(options, route, request, call)
}

/** The credentials of one call, with the token itself for a bearer. */
async function currentCredentials({ credentials }: ClientOptions): Promise<Credentials | string> {
  if (!('token' in credentials)) return credentials
  const { token } = credentials
  return typeof token === 'string' ? token : token()
}

async function currentHeaders({ headers }: ClientOptions): Promise<RequestHeaders> {
  return typeof headers === 'function' ? headers() : (headers ?? {})
}

async function send(
  options: ClientOptions,
  route: Route,
  request: object,
  call: CallOptions = {},
): Promise<unknown> {
  const limit = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT
  const end = performance.now() + limit
  const late = AbortSignal.timeout(limit)
  const signal = call.signal === undefined ? late : AbortSignal.any([call.signal, late])
  for (let retry = 0; ; retry++) {
    try {
      return await sendOnce(options, route, request, { ...call, signal, late, limit })
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason
      const wait = retry < (options.retries ?? 0) ? waitBefore(error, route, retry) : null
      if (wait === null || performance.now() + wait >= end) throw error
      await sleep(wait, call.signal)
    }
  }
}

interface Attempt extends CallOptions {
  readonly signal: AbortSignal
  /** Is aborted when the call has taken `limit` milliseconds. */
  readonly late: AbortSignal
  readonly limit: number
}

async function sendOnce(
  options: ClientOptions,
  route: Route,
  request: object,
  call: Attempt,
): Promise<unknown> {
  const { fetch = globalThis.fetch, baseUrl } = options
  const credentials = await currentCredentials(options)
  const headers = await currentHeaders(options)
  const { url, init } = toRequest({ baseUrl, credentials, route, headers }, request, call)
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal: call.signal })
    text = await response.text()
  } catch (error) {
    throw call.late.aborted ? timeoutError(url, call.limit) : unreachableError(url, error)
  }
  if (isRedirect(response)) throw redirectedError(url, response)
  if (route.answer === 'FILE' && response.ok) return text
  if (route.answer === 'BARE' && response.ok) return readBareAnswer(url, response, text)
  return readAnswer(url, response, text)
}

/** True for an answer that points to another address; a browser hides its status. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)
}

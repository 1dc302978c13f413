import { setTimeout } from 'node:timers/promises'
import { HttpFailure, QueryFailure, type TrinoError } from './failures.ts'
import { type HttpAnswer, type HttpConnections, type HttpRequest, LostConnection } from './http.ts'
import { parsePage, type TrinoColumn, type TrinoValue } from './values.ts'

/** How far a statement is, as the server counts. */
export interface TrinoProgress {
  /** Its id, which is also in the web page of the server. */
  readonly queryId: string
  /** `QUEUED`, `PLANNING`, `RUNNING`, `FINISHED` and others. */
  readonly state: string
  /** From 0 to 100; null before it runs. */
  readonly percentage: number | null
  readonly completedSplits: number
  readonly totalSplits: number
  readonly processedRows: number
  readonly processedBytes: number
  /** Processor time of all workers. */
  readonly cpuMilliseconds: number
  readonly peakMemoryBytes: number
  /** Machines that it runs on. */
  readonly nodes: number
}

/** A statement for the server. */
export interface StatementToSend {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  /** Ends the statement in the server. */
  readonly signal: AbortSignal
  /** The most rows to read; the statement is ended when there are more, of which one more is given. */
  readonly most: number
  readonly onProgress?: (progress: TrinoProgress) => void
}

/** The rows of an answer. */
export interface TrinoRows {
  readonly columns: readonly TrinoColumn[]
  readonly rows: readonly (readonly TrinoValue[])[]
}

/** A page of an answer. */
interface Page {
  readonly id: string
  readonly nextUri?: string
  readonly columns?: readonly TrinoColumn[]
  readonly data?: readonly (readonly TrinoValue[])[]
  readonly error?: TrinoError
  readonly stats?: Readonly<Record<string, number | string | boolean | null>>
}

/** A statement protocol client of one server. */
export interface StatementClient {
  readonly connections: HttpConnections
  readonly server: URL
  /** How long a page is asked for again while the server does not give it. */
  readonly patienceMs: number
}

/** Milliseconds to wait for the answer to a first request, or to a cancellation, once the caller has gone. */
const FAREWELL_MS = 3_000

/**
 * Runs a statement by the protocol of `/v1/statement` and reads all of its pages. Rejects with a {@link QueryFailure} when
 * it fails, and with the reason of the signal after it was ended.
 */
export async function runStatement(
  client: StatementClient,
  { text, headers, signal, most, onProgress }: StatementToSend,
): Promise<TrinoRows> {
  const url = new URL('/v1/statement', client.server)
  let page = await ask(client, { method: 'POST', url, headers, body: text }, signal)
  const requestedUris = new Set<string>()
  const rows: (readonly TrinoValue[])[] = []
  let columns: readonly TrinoColumn[] = []
  try {
    for (;;) {
      signal.throwIfAborted()
      if (page.error !== undefined) throw new QueryFailure(page.error)
      onProgress?.(toTrinoProgress(page))
      columns = page.columns ?? columns
      for (const row of page.data ?? []) rows.push(row)
      if (page.nextUri === undefined) return { columns, rows }
      if (rows.length > most) break
      const { id } = page
      requestedUris.add(page.nextUri)
      const next = { method: 'GET', url: onServer(page.nextUri, client), headers } as const
      const isNext = (candidate: Page): boolean =>
        candidate.id === id &&
        (candidate.nextUri === undefined || !requestedUris.has(candidate.nextUri))
      page = await ask(client, next, signal, isNext)
    }
  } catch (error) {
    await cancel(client, page, headers)
    throw signal.aborted ? signal.reason : error
  }
  await cancel(client, page, headers)
  return { columns, rows }
}

/** A proxy in front of the server may have another name than the one that the server gives itself. */
function onServer(uri: string, { server }: StatementClient): URL {
  const { pathname, search } = new URL(uri)
  return new URL(`${pathname}${search}`, server)
}

/** Ends a statement in the server, if it has not ended. */
async function cancel(
  client: StatementClient,
  { nextUri }: Page,
  headers: StatementToSend['headers'],
): Promise<void> {
  if (nextUri === undefined) return
  const signal = AbortSignal.timeout(FAREWELL_MS)
  const url = onServer(nextUri, client)
  // A server that does not hear it ends a statement for which nobody asks.
  const request = { method: 'DELETE', url, headers, signal } as const
  await answerTo(client, request, signal, () => undefined).catch(() => undefined)
}

/**
 * Asks for a page, and again where the server, or what is in between, does not give it now. A repeated page is none:
 * `isNext` is false for it.
 */
async function ask(
  client: StatementClient,
  request: HttpRequest,
  signal: AbortSignal,
  isNext: (page: Page) => boolean = () => true,
): Promise<Page> {
  // The server may know the statement before the caller knows its id, which ends it.
  const end = request.method === 'POST' ? createDelayedSignal(signal, FAREWELL_MS) : signal
  return answerTo(client, { ...request, signal: end }, signal, ({ body }) => {
    const page = pageIn(body)
    if (page === null || !isNext(page)) throw new LostConnection('a page was cut or repeated')
    return page
  })
}

/** The answer to a request that is repeated until the server gives one, its patience is over or `signal` is aborted. */
async function answerTo<T>(
  { connections, patienceMs }: StatementClient,
  request: HttpRequest,
  signal: AbortSignal,
  read: (answer: HttpAnswer) => T,
): Promise<T> {
  let end: number | null = null
  for (let tries = 0; ; tries += 1) {
    let wait = Math.min(50 * 2 ** tries, 1000)
    try {
      const answer = await connections.send(request)
      if (answer.status >= 200 && answer.status < 300) return read(answer)
      wait = Math.max(wait, parseRetrySeconds(answer.headers['retry-after']) * 1000)
      throw toHttpFailure(answer)
    } catch (error) {
      signal.throwIfAborted()
      end ??= performance.now() + patienceMs
      if (!isTransient(error, request) || performance.now() + wait > end) throw error
    }
    await setTimeout(wait, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** Statuses after which a page may be asked for again. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Those after which a statement has not begun. */
const REFUSED: ReadonlySet<number> = new Set([429, 503])

/**
 * A statement may have begun although its first answer is lost, and what it inserts would be there twice: only what is
 * asked by its URI is asked again then.
 */
function isTransient(error: unknown, { method }: HttpRequest): boolean {
  if (error instanceof HttpFailure) return (method === 'POST' ? REFUSED : BUSY).has(error.status)
  if (method === 'POST' || !(error instanceof Error) || !('code' in error)) return false
  return TRANSIENT.has(String(error.code))
}

const TRANSIENT: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])

/** A whole page; null for a part of one, and for what a proxy says in its place. */
function pageIn(body: string): Page | null {
  try {
    const page = parsePage(body) as Partial<Page> | null
    return typeof page?.id === 'string' ? (page as Page) : null
  } catch {
    return null
  }
}

function toHttpFailure({ status, body }: HttpAnswer): HttpFailure {
  const serverReason = body.split('\n')[0]!.trim().slice(0, 200)
  const reason =
    REASONS.get(status) ??
    (serverReason === '' || serverReason.startsWith('<') ? 'no reason' : serverReason)
  return new HttpFailure(status, `the server answers ${status}: ${reason}`)
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [401, 'it does not accept the user name with the password or token'],
  [403, 'the user may not run statements'],
  [404, 'it does not know the statement, as after a restart'],
  [410, 'it does not know the statement any more'],
])

function parseRetrySeconds(header: string | undefined): number {
  const seconds = Number(header ?? 0)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 30) : 0
}

/** A signal that is aborted some time after another one. */
function createDelayedSignal(signal: AbortSignal, milliseconds: number): AbortSignal {
  const later = new AbortController()
  const abort = () => {
    AbortSignal.timeout(milliseconds).addEventListener('abort', () => later.abort(signal.reason))
  }
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return later.signal
}

function toTrinoProgress({ id, stats = {} }: Page): TrinoProgress {
  const count = (name: string): number => Number(stats[name] ?? 0)
  const { progressPercentage = null } = stats
  return {
    queryId: id,
    state: String(stats.state ?? 'UNKNOWN'),
    percentage: progressPercentage === null ? null : Number(progressPercentage),
    completedSplits: count('completedSplits'),
    totalSplits: count('totalSplits'),
    processedRows: count('processedRows'),
    processedBytes: count('processedBytes'),
    cpuMilliseconds: count('cpuTimeMillis'),
    peakMemoryBytes: count('peakMemoryBytes'),
    nodes: count('nodes'),
  }
}

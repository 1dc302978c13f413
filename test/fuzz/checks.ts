import { ROUTES, type Route } from '@tributary/contract'
import { type Answer, type Sent, SILENCE } from './server/send.ts'
import type { Names } from './workspace/random-workspace.ts'

/** What may be wrong. */
export type ProblemKind =
  | '5xx'
  | 'form'
  | 'silence'
  | 'block'
  | 'memory'
  | 'death'
  | 'leak of rows'
  | 'leak of names'
  | 'leak of texts'

/** Something wrong, with the requests that did it. */
export interface Problem {
  readonly kind: ProblemKind
  /** What tells it from others of its kind. */
  readonly shape: string
  readonly requests: readonly Sent[]
  /** What was answered or seen, for people. */
  readonly found: string
}

/** What is the same in findings that are alike: of each only the first is kept. */
export function printKey({ kind, shape, requests }: Problem): string {
  const operations = [...new Set(requests.map(({ operation }) => operation))]
  return [kind, operations.length === 1 ? operations[0] : 'several', shape].join(' · ')
}

/** Errors of a server that is busy, which say when to ask again. */
const BUSY: ReadonlySet<string> = new Set([
  'SERVER_TIMEOUT',
  'PLATFORM_OUT_OF_MEMORY',
  'SQL_OUT_OF_MEMORY',
])

/** Texts of engines, libraries and sources. */
const INNER =
  /node_modules|\.ts:\d|SQLITE_|\bselect "|\bDuckDB|(?:Conversion|Binder|Catalog|Parser|Range|Input|Internal|INTERNAL) Error:|\bINT(?:32|64)\b/

/** The code of an error's answer; null for other answers. */
export function readCode(text: string): string | null {
  return /"detailErrorMsg":"([A-Z][A-Z0-9_]+):/.exec(text)?.[1] ?? null
}

/** What is wrong with an answer by itself. `readLog` gives the lines of the server's log about a trace. */
export function checkAnswer(
  sent: Sent,
  answer: Answer,
  {
    names,
    readLog,
  }: { readonly names: Names; readonly readLog: (text: string) => readonly string[] },
): readonly Problem[] {
  const { status, text } = answer
  const problem = (kind: ProblemKind, shape: string): Problem => ({
    kind,
    shape,
    requests: [sent],
    found: `${status ?? ''} ${text.slice(0, 2_000)}`,
  })
  if (status === null) {
    const isWaiting = sent.abortAfter === null && sent.bytes === undefined
    return isWaiting && text === SILENCE ? [problem('silence', '')] : []
  }
  if (status >= 500) {
    const code = readCode(text)
    if (code !== null && BUSY.has(code)) return []
    const cause = describeCause(readLog(/"traceId":"(\w+)"/.exec(text)?.[1] ?? 'no trace'))
    const { found, ...rest } = problem('5xx', `${code ?? status} ${shapeOf(cause)}`)
    return [{ ...rest, found: `${found}\n${cause}` }]
  }
  return [
    ...(hasForm(sent, status, text) ? [] : [problem('form', String(status))]),
    ...(sent.account === 'eve'
      ? findNames(sent, text, names).map((name) => problem('leak of names', shapeOf(name)))
      : []),
    ...(isInner(sent, status, text) ? [problem('leak of texts', readCode(text) ?? '')] : []),
  ]
}

/** The error and the first frame of our code, from lines of the log. */
function describeCause(lines: readonly string[]): string {
  for (const line of lines) {
    try {
      const { err } = JSON.parse(line) as { readonly err?: { readonly stack?: string } }
      if (err?.stack !== undefined) return err.stack.split('\n').slice(0, 12).join('\n')
    } catch {
      // Not a line of the log.
    }
  }
  return lines.join('\n').slice(0, 1_000)
}

/** A message without what differs from request to request. */
export function shapeOf(message: string): string {
  const [first = '', ...frames] = message.split('\n')
  const frame = frames.find((line) => line.includes('/src/'))
  const place = /\/(packages\/[^)]+?\.ts):\d+/.exec(frame ?? '')?.[1] ?? ''
  return `${first
    .replace(/"[^"]*"|'[^']*'/g, '…')
    .replace(/\d+/g, 'N')
    .replace(/_[b-z]{5}\b/g, '')
    .slice(0, 120)} ${place}`.trim()
}

/** Whether an answer has the form that its operation promises. */
function hasForm(sent: Sent, status: number, text: string): boolean {
  if (status === 304 || sent.bytes !== undefined) return true
  const route: Route = ROUTES[sent.operation]
  if (status === 200 && route.answer === 'FILE') return true
  try {
    const body = JSON.parse(text) as Readonly<Record<string, unknown>>
    if (status === 200) return route.answer === 'BARE' || (body.success === true && 'data' in body)
    return (
      body.data === null &&
      body.success === false &&
      body.code === String(status) &&
      typeof body.errorMsg === 'string' &&
      readCode(text) !== null &&
      typeof body.traceId === 'string'
    )
  } catch {
    return false
  }
}

function findNames(sent: Sent, text: string, { hidden, written }: Names): readonly string[] {
  const request = JSON.stringify(sent)
  const decoded = decodeURIComponent(
    sent.path.replace(/%(?![0-9A-F]{2})/gi, '').replaceAll('+', ' '),
  )
  return hidden.filter(
    (name) =>
      text.includes(name) &&
      !request.includes(name) &&
      !decoded.includes(name) &&
      !written.some((view) => view.includes(name)),
  )
}

/** Whether an answer to a caller who sees no SQL has a text of the engine or a path. */
function isInner(sent: Sent, status: number, text: string): boolean {
  if (sent.account === 'boss' && status < 400) return false
  const found = INNER.exec(text)?.[0]
  return found !== undefined && !JSON.stringify(sent).includes(found)
}

/** By which part of the larger one, or of the largest number of an answer, numbers may differ. */
const TOLERANCE = { own: 1e-9, largest: 1e-12 } as const

/**
 * Whether two answers to one question are the same, but for what differs from server to server: traces, times of files, and the
 * last digits of variances, which an engine and memory compute in another order.
 */
export function isSameAnswer(one: Answer, other: Answer): boolean {
  if (one.status !== other.status) return false
  const [text, otherText] = [withoutTrace(one.text), withoutTrace(other.text)]
  if (text === otherText) return true
  const [parts, otherParts] = [splitNumbers(text), splitNumbers(otherText)]
  if (parts.length !== otherParts.length) return false
  const numbers = parts.filter((_, index) => index % 2 === 1).map((part) => Math.abs(Number(part)))
  const largest = numbers.reduce((most, number) => Math.max(most, number), 0)
  return parts.every((part, index) => {
    const otherPart = otherParts[index]!
    if (part === otherPart) return true
    if (index % 2 === 0) return false
    const [a, b] = [Number(part), Number(otherPart)]
    const most = Math.max(Math.abs(a), Math.abs(b))
    return Math.abs(a - b) <= Math.max(TOLERANCE.own * most, TOLERANCE.largest * largest)
  })
}

/** The text in turns without and with a decimal number. */
function splitNumbers(text: string): readonly string[] {
  return text.split(/(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)/)
}

function withoutTrace(text: string): string {
  return text.replace(/"(?:traceId|refreshedAt)":"[^"]*"/g, '')
}

/** The reason of a part that an answer is without because the server had no memory for it. */
const NO_MEMORY =
  /"reason":"(?:The question was stopped because it took the most memory|A query of the question needs more memory)/

/** Whether an answer says something of the data, or only that the server has no time or no memory. */
export function isSettled({ status, text }: Answer): boolean {
  if (status === null || status === 429 || NO_MEMORY.test(text)) return false
  return status < 500 || !BUSY.has(readCode(text) ?? '')
}

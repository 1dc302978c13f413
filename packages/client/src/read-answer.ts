import { ClientError, unexpectedAnswerError } from './errors.ts'

/** The fields of every envelope; the messages may be absent. */
interface AnyEnvelope {
  readonly data: unknown
  readonly success: boolean
  readonly traceId: string
  readonly errorMsg?: string | null
  readonly detailErrorMsg?: string | null
}

/** Gives `data` of an answer with the body `text`. Throws a {@link ClientError} for an error of the server. */
export function readAnswer(url: string, response: Response, text: string): unknown {
  const envelope = parse(text)
  if (envelope === null) throw unexpectedAnswerError(url, response.status)
  if (envelope.success && response.ok) return envelope.data
  const { errorMsg, detailErrorMsg, traceId } = envelope
  const detail = detailErrorMsg ?? ''
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new ClientError({
    code: /^[A-Z][A-Z0-9_]*/.exec(detail)?.[0] ?? `HTTP_${response.status}`,
    message: errorMsg ?? `The service answered ${response.status}.`,
    status: response.status,
    traceId,
    detail,
    ...(Number.isFinite(retryAfter) && { retryAfter }),
  })
}

/** Gives the body of a successful answer without an envelope. Throws when it is not a JSON object. */
export function readBareAnswer(url: string, response: Response, text: string): unknown {
  const body = parseJson(text)
  if (typeof body === 'object' && body !== null) return body
  throw unexpectedAnswerError(url, response.status)
}

function parse(text: string): AnyEnvelope | null {
  const value = parseJson(text)
  return isEnvelope(value) ? value : null
}

/** Gives null for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isEnvelope(value: unknown): value is AnyEnvelope {
  if (typeof value !== 'object' || value === null) return false
  const { success, traceId } = value as Partial<AnyEnvelope>
  return typeof success === 'boolean' && typeof traceId === 'string' && 'data' in value
}

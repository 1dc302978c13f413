import { type TSchema, Type } from 'typebox'
import type { AnswerForm } from '../routes.ts'
import { nullable, object } from './schema.ts'

/** The body of every answer. */
export interface Envelope<Data> {
  /** The result; null when there is an error. */
  readonly data: Data
  readonly success: boolean
  /** The HTTP status as text; `200` is success. */
  readonly code: string
  /** One sentence for a person; null on success, but where an operation has a note about it (`createBackfill`, `planDetail`). */
  readonly errorMsg: string | null
  /** A stable error name, then path, position and suggestion; null on success. */
  readonly detailErrorMsg: string | null
  readonly traceId: string
}

/** The longest `errorMsg` that is sent, in UTF-16 code units. */
export const ERROR_MESSAGE_LIMIT = 512

const traceId = Type.String({
  maxLength: 128,
  description: 'Id of the request; the log has it too.',
})

/** Schema of every answer that is an error; shared by all operations. */
export const errorEnvelope: TSchema = Type.Object(
  {
    data: Type.Null({ description: 'Always null.' }),
    success: Type.Literal(false, { description: 'False.' }),
    code: Type.String({ maxLength: 32, description: 'The HTTP status as text.' }),
    errorMsg: Type.String({
      maxLength: ERROR_MESSAGE_LIMIT,
      description: 'One sentence for a person.',
    }),
    detailErrorMsg: Type.String({
      description: 'A stable error name, then path, position and suggestion.',
    }),
    traceId,
  },
  { $id: 'ErrorEnvelope', description: 'The answer to every failed request.' },
)

const succeeded = {
  success: Type.Literal(true, { description: 'True.' }),
  code: Type.Literal('200', { description: 'The HTTP status as text.' }),
}

/** Bodies of several media types, with a schema for each of them. */
export interface TypedContents {
  readonly description: string
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>
}

/** The answer of an operation that succeeds. */
export interface SuccessAnswer {
  readonly form: AnswerForm
  readonly data: TSchema | TypedContents
  /** The content of the envelope in a sentence; an answer without an envelope is described by its schema. */
  readonly meaning: string
  /** Whether answers have an ETag. */
  readonly tagged?: true | undefined
}

/** The documented answers of an operation by status code. */
export function describeAnswers(success: SuccessAnswer): Readonly<Record<number, Answer>> {
  const answers: Record<number, Answer> = { 200: describeSuccess(success) }
  if (success.tagged) answers[304] = Type.Null({ description: UNCHANGED })
  for (const [status, description] of FAILURES) {
    answers[status] = Type.Ref('ErrorEnvelope#', { description })
  }
  return answers
}

type Answer = TSchema | TypedContents

function describeSuccess({ form, data, meaning: description }: SuccessAnswer): Answer {
  if (form === 'BARE' || form === 'FILE') return data
  const nothing = Type.Null({ description: 'Null.' })
  if (form === 'SHORT') return object(description, { data, ...succeeded, traceId })
  if (form === 'ENVELOPE') {
    const messages = { errorMsg: nothing, detailErrorMsg: nothing }
    return object(description, { data, ...succeeded, ...messages, traceId })
  }
  if (form === 'NOTED') {
    const note = Type.Union([Type.String({ maxLength: ERROR_MESSAGE_LIMIT }), Type.Null()], {
      description: 'A note on a success, such as that no process runs the task; otherwise null.',
    })
    const messages = { errorMsg: note, detailErrorMsg: nothing }
    return object(description, { data, ...succeeded, ...messages, traceId })
  }
  const errorMsg = Type.Union([Type.String({ maxLength: ERROR_MESSAGE_LIMIT }), Type.Null()], {
    description: 'Why `data` is null; null when it is not.',
  })
  const detailErrorMsg = Type.Union([Type.String(), Type.Null()], {
    description: 'The stable name of that, and the path; null when `data` is not.',
  })
  const nullableData = nullable(data)
  return object(description, {
    data: nullableData,
    ...succeeded,
    errorMsg,
    detailErrorMsg,
    traceId,
  })
}

const UNCHANGED = 'The answer is that of an ETag in `If-None-Match`; the body is empty.'

const FAILURES: readonly (readonly [number, string])[] = [
  [400, 'The request is wrong; `errorMsg` names what and where.'],
  [401, 'The credentials are unknown or wrong.'],
  [403, 'The caller may see this, but not do it.'],
  [404, 'The tenant has nothing of a name in the request that the caller may use.'],
  [405, 'The path does not answer this method; `allow` lists the methods that it answers.'],
  [408, 'The request did not arrive in time; the connection is closed.'],
  [409, 'The data contradicts a definition, such as a key that is not unique.'],
  [413, 'The body is larger than the server accepts.'],
  [415, 'The body is not JSON in UTF-8.'],
  [417, 'The header Expect is not 100-continue.'],
  [
    429,
    'The account or the tenant exceeds its rate limit, or too many of its questions wait; wait as long as `retry-after` says.',
  ],
  [431, 'The address and headers together are too long.'],
  [500, 'Internal error; quote `traceId`.'],
  [503, 'The answer took too long, or the store or the engine does not answer; try again later.'],
]

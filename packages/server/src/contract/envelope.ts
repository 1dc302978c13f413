import { type TSchema, Type } from 'typebox'

/** The body of every answer (specification §2.1). */
export interface Envelope<Data> {
  /** The result; null when there is an error. */
  readonly data: Data
  readonly success: boolean
  /** The HTTP status as text; `200` is success. */
  readonly code: string
  /** One sentence for a person; null on success. */
  readonly errorMsg: string | null
  /** A stable error name, then path, position and suggestion; null on success. */
  readonly detailErrorMsg: string | null
  readonly traceId: string
}

/** The longest `errorMsg` that is sent, in UTF-16 code units (specification §8). */
export const ERROR_MESSAGE_LIMIT = 512

const traceId = Type.String({ maxLength: 128, description: 'Finds the request in the log.' })

/** Schema of every answer that is an error; shared by all operations. */
export const errorEnvelope: TSchema = Type.Object(
  {
    data: Type.Null({ description: 'Null: nothing was done.' }),
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
  { $id: 'ErrorEnvelope', description: 'What every request that fails is answered with.' },
)

const succeeded = {
  success: Type.Literal(true, { description: 'True.' }),
  code: Type.Literal('200', { description: 'The HTTP status as text.' }),
}

/** The documented answers of an operation whose result is `data`. */
export function answersOf(data: TSchema, description: string): Record<number, TSchema> {
  const errorMsg = Type.Null({ description: 'Null.' })
  const detailErrorMsg = Type.Null({ description: 'Null.' })
  return withFailures(
    Type.Object({ data, ...succeeded, errorMsg, detailErrorMsg, traceId }, { description }),
  )
}

/** The same for an operation whose success has no `errorMsg` and no `detailErrorMsg`. */
export function shortAnswersOf(data: TSchema, description: string): Record<number, TSchema> {
  return withFailures(Type.Object({ data, ...succeeded, traceId }, { description }))
}

/** The same for an operation that says in `errorMsg` why its `data` is null. */
export function perhapsAnswersOf(data: TSchema, description: string): Record<number, TSchema> {
  const errorMsg = Type.Union([Type.String({ maxLength: ERROR_MESSAGE_LIMIT }), Type.Null()], {
    description: 'Why `data` is null; null when it is not.',
  })
  const detailErrorMsg = Type.Union([Type.String(), Type.Null()], {
    description: 'The stable name of that, and the path; null when `data` is not.',
  })
  const found = Type.Union([data, Type.Null()])
  return withFailures(
    Type.Object({ data: found, ...succeeded, errorMsg, detailErrorMsg, traceId }, { description }),
  )
}

/** The same for an operation that answers its result without an envelope; errors have one. */
export function bareAnswersOf(body: TSchema): Record<number, TSchema> {
  return withFailures(body)
}

function withFailures(success: TSchema): Record<number, TSchema> {
  const answers: Record<number, TSchema> = { 200: success }
  for (const [status, meaning] of FAILURES) {
    answers[status] = Type.Ref('ErrorEnvelope#', { description: meaning })
  }
  return answers
}

const FAILURES: readonly (readonly [number, string])[] = [
  [400, 'The request is wrong; `errorMsg` names what and where.'],
  [401, 'The credentials are unknown or wrong.'],
  [403, 'The caller may not do this.'],
  [404, 'Something that the request names does not exist in the tenant.'],
  [405, 'The path does not answer this method; `allow` lists those that it does.'],
  [409, 'The data contradicts a definition, such as a key that is not unique.'],
  [413, 'The body is larger than the server accepts.'],
  [415, 'The body is not JSON.'],
  [
    429,
    'The tenant makes more requests than the server takes; wait as long as `retry-after` says.',
  ],
  [500, 'The server failed; quote `traceId`.'],
  [503, 'The answer took too long, or the store or the engine does not answer; try again later.'],
]

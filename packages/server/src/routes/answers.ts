import { OPERATIONS, type Operation, type OperationId, type RequestOf } from '@tributary/contract'
import { ERROR_MESSAGE_LIMIT, LINEAGE_MEDIA_TYPES } from '@tributary/contract/internal'
import type { TributaryError } from '@tributary/core'
import type { Caller, CallOptions, Platform, PlatformOperations } from '@tributary/platform'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidPartError } from '../errors.ts'
import { askSpoken } from '../plugins/answer-language.ts'
import { askTagged } from '../plugins/answer-tags.ts'
import { describeDetail, truncate } from '../plugins/error-detail.ts'
import { getAbortSignal, getAnswerTimeout } from '../request/answer-limit.ts'
import { withUnknownFields } from '../request/unknown-fields.ts'
import { isLong, streamData, streamEdges, streamText } from './stream-data.ts'
import type { NotedAnswer } from './write-answer.ts'

/** An authenticated request. */
export interface Call {
  readonly platform: Platform
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Answers a call of an operation with its request. */
export type AnswerCall<Request> = (call: Call, request: Request) => unknown

/** The function that answers an operation: its method of the platform, with the options that HTTP has for it. */
export function selectAnswer(id: OperationId): AnswerCall<never> {
  const special: AnswerCall<never> | undefined = SPECIAL[id]
  if (special !== undefined) return special
  const { tagged, long, spoken }: Operation = OPERATIONS[id]
  const ask: AnswerCall<unknown> = spoken
    ? (call, request) => askSpoken(call, (options) => askOperation(call, id, request, options))
    : (call, request) => askOperation(call, id, request)
  const answer = tagged
    ? (call: Call, request: unknown) =>
        askTagged(call, (tags) => askOperation(call, id, request, tags))
    : ask
  return long ? async (call, request) => streamIfLong(call, await answer(call, request)) : answer
}

/** The operations that HTTP answers in a way of their own. */
const SPECIAL: { readonly [Id in OperationId]?: AnswerCall<RequestOf<Id>> } = {
  createBackfill: async (call, request): Promise<NotedAnswer> => {
    const data = await askOperation(call, 'createBackfill', request)
    return { data, note: call.platform.load().workers > 0 ? null : NO_WORKERS }
  },
  planDetail: async (call, request): Promise<NotedAnswer> => {
    let reason: TributaryError | null = null
    const data = await askOperation(call, 'planDetail', request, {
      onMissing: (error: TributaryError) => {
        reason = error
      },
    })
    return { data, ...describeMissing(reason) }
  },
  allLineage: async ({ platform, caller, request, reply }) => {
    const edges = await platform.lineageEdges(caller)
    reply.type('application/json; charset=utf-8')
    return streamEdges(request, edges)
  },
  exportLineage: ({ platform, caller, reply }, request) => {
    const pieces = platform.lineagePieces(caller, request)
    reply.type(LINEAGE_MEDIA_TYPES[request.format ?? 'json'])
    return streamText(pieces)
  },
  lineageDifference: async (call, request) => {
    assertWholeNeighbourhood(request)
    return streamIfLong(call, await askOperation(call, 'lineageDifference', request))
  },
  importLineage: (call, request) => askOperation(call, 'importLineage', request, limitAnswer(call)),
  importDefinitions: async (call, request) =>
    streamIfLong(call, await askOperation(call, 'importDefinitions', request, limitAnswer(call))),
}

const NO_WORKERS =
  'The task is created, but this process runs no tasks: its instances wait until a process with workers on the same store runs them. Start one with `tributary start --workers N`, or `tributary worker` for a PostgreSQL store.'

/** The note of an answer that is null because there is no such thing. */
function describeMissing(reason: TributaryError | null): Omit<NotedAnswer, 'data'> {
  if (reason === null) return { note: null }
  return { note: truncate(reason.message, ERROR_MESSAGE_LIMIT), detail: describeDetail(reason) }
}

/** Options of the platform that end the work for a caller who leaves, or waits too long. */
class RequestOptions implements CallOptions {
  readonly #reply: FastifyReply
  #signal: AbortSignal | undefined
  readonly onPartFailed: (error: unknown) => void

  constructor({ request, reply }: Call, further: object | undefined) {
    this.#reply = reply
    this.onPartFailed = (err) => request.log.error({ err }, 'a part of the answer failed')
    Object.assign(this, further)
  }

  /** Made when an operation reads it: it costs more than the answer of many operations, which do not. */
  get signal(): AbortSignal {
    this.#signal ??= getAbortSignal(this.#reply)
    return this.#signal
  }
}

type Method = (request: unknown, options?: object) => Promise<unknown>

async function askOperation(
  call: Call,
  id: OperationId,
  request: unknown,
  further?: object,
): Promise<unknown> {
  const operations: PlatformOperations = call.platform.as(call.caller)
  const options = new RequestOptions(call, further)
  if (request === null) return (operations[id] as Method)(options)
  return withUnknownFields(call.request, await (operations[id] as Method)(request, options))
}

/** Half of the time of an answer is for an import; the other half is for the answer, whatever the store is busy with. */
function limitAnswer({ reply }: Call): { readonly answerWithin: number } {
  return { answerWithin: getAnswerTimeout(reply) / 2 }
}

/** Data, or a stream of the answer when there are too many for one piece. */
function streamIfLong({ request, reply }: Call, answer: unknown): unknown {
  if (!isLong(answer)) return answer
  reply.type('application/json; charset=utf-8')
  return streamData(request, answer)
}

/** Throws `SERVER_INVALID_QUERY` for a part of the lineage without the asset in its center. */
function assertWholeNeighbourhood({
  from: _from,
  to: _to,
  ...center
}: RequestOf<'lineageDifference'>): void {
  if (Object.keys(center).length === 0) return
  for (const path of ['vertex_id', 'vertex_type'] as const) {
    if (center[path] !== undefined) continue
    throw invalidPartError('query', [{ path, expected: 'given', found: null }])
  }
}

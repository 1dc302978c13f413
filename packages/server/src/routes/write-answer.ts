import { Readable } from 'node:stream'
import type { Envelope, Operation } from '@tributary/contract'
import type { AnswerForm } from '@tributary/contract/internal'
import type { FastifyRequest } from 'fastify'

/** Writes the result of an operation, or a promise of it, in the operation's form of answer. */
export type WriteAnswer = (request: FastifyRequest, result: unknown) => unknown

/** Creates the function that writes the successful answers of an operation. */
export function selectWriter({ answer = 'ENVELOPE', streams }: Operation): WriteAnswer {
  const write = streams ? bare : WRITERS[answer]
  return (request, result) =>
    result instanceof Promise ? result.then((data) => write(request, data)) : write(request, result)
}

/** An answer that is streamed has its envelope already. */
function envelopeOrStream(request: FastifyRequest, data: unknown): unknown {
  return data instanceof Readable ? data : envelope(request, data)
}

function envelope(request: FastifyRequest, data: unknown): Envelope<unknown> {
  const traceId = request.id
  return { data, success: true, code: '200', errorMsg: null, detailErrorMsg: null, traceId }
}

/** An envelope without messages. */
function shortEnvelope(request: FastifyRequest, data: unknown): Partial<Envelope<unknown>> {
  return { data, success: true, code: '200', traceId: request.id }
}

/** A result with a note about it. */
export interface NotedAnswer {
  readonly data: unknown
  /** A sentence for a person; null for none. */
  readonly note: string | null
  /** The note for programs. @defaultValue null */
  readonly detail?: string | null
}

/** An envelope whose messages are a note about a success. */
function notedEnvelope(request: FastifyRequest, answer: unknown): Envelope<unknown> {
  const { data, note, detail = null } = answer as NotedAnswer
  return { ...envelope(request, data), errorMsg: note, detailErrorMsg: detail }
}

function bare(_request: FastifyRequest, data: unknown): unknown {
  return data
}

const WRITERS: Readonly<Record<AnswerForm, (request: FastifyRequest, data: unknown) => unknown>> = {
  ENVELOPE: envelopeOrStream,
  NULLABLE: notedEnvelope,
  NOTED: notedEnvelope,
  SHORT: shortEnvelope,
  BARE: bare,
  FILE: bare,
}

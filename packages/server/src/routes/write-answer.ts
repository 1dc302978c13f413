import { Readable } from 'node:stream'
import type { Envelope, Operation } from '@tributary/contract'
import { type AnswerForm, ERROR_MESSAGE_LIMIT } from '@tributary/contract/internal'
import { TributaryError } from '@tributary/core'
import type { FastifyRequest } from 'fastify'
import { describeDetail, truncate } from '../plugins/error-detail.ts'

/** Writes the result of an operation, or a promise of it, in the operation's form of answer. */
export type WriteAnswer = (request: FastifyRequest, result: unknown) => unknown

/** Creates the function that writes the successful answers of an operation. */
export function selectWriter({ answer = 'ENVELOPE', streams }: Operation): WriteAnswer {
  const write = streams ? bare : WRITERS[answer]
  const failed = answer === 'NULLABLE' ? answerMissing : null
  return (request, result) => {
    if (!(result instanceof Promise)) return write(request, result)
    const done = (data: unknown) => write(request, data)
    return failed === null
      ? result.then(done)
      : result.then(done, (error: unknown) => failed(request, error))
  }
}

/** An answer that is streamed has its envelope already. */
function envelopeOrStream(request: FastifyRequest, data: unknown): unknown {
  return data instanceof Readable ? data : envelope(request, data)
}

function envelope(request: FastifyRequest, data: unknown): Envelope<unknown> {
  const traceId = request.id
  return { data, success: true, code: '200', errorMsg: null, detailErrorMsg: null, traceId }
}

/** The envelope of E14 (specification §2.1). */
function shortEnvelope(request: FastifyRequest, data: unknown): Partial<Envelope<unknown>> {
  return { data, success: true, code: '200', traceId: request.id }
}

/** A result with a note about it. */
export interface Noted {
  readonly data: unknown
  /** A sentence for a person; null for none. */
  readonly note: string | null
}

/** The envelope of E1. */
function notedEnvelope(request: FastifyRequest, noted: unknown): Envelope<unknown> {
  const { data, note } = noted as Noted
  return { ...envelope(request, data), errorMsg: note }
}

function bare(_request: FastifyRequest, data: unknown): unknown {
  return data
}

const WRITERS: Readonly<Record<AnswerForm, (request: FastifyRequest, data: unknown) => unknown>> = {
  ENVELOPE: envelopeOrStream,
  NULLABLE: envelope,
  NOTED: notedEnvelope,
  SHORT: shortEnvelope,
  BARE: bare,
  FILE: bare,
}

/** E9 answers an unknown plan with success: `data` is null and `errorMsg` says what is unknown. */
const MISSING = 'PLATFORM_UNKNOWN_PLAN'

function answerMissing(request: FastifyRequest, error: unknown): Envelope<null> {
  if (!(error instanceof TributaryError) || error.code !== MISSING) throw error
  return {
    data: null,
    success: true,
    code: '200',
    errorMsg: truncate(error.message, ERROR_MESSAGE_LIMIT),
    detailErrorMsg: describeDetail(error),
    traceId: request.id,
  }
}

import type { FastifyReply } from 'fastify'
import { answerTooLate } from '../errors.ts'

/** How long an answer may take when nothing else is said, in milliseconds: one minute. */
export const DEFAULT_ANSWER_TIMEOUT = 60_000

/** Where an instance keeps its limit, in milliseconds. */
export const ANSWER_TIMEOUT: unique symbol = Symbol('tributary.answerTimeout')

/**
 * Aborted when the client closes the connection before it has the whole answer, and, with
 * `SERVER_TIMEOUT` as the reason, when the answer takes longer than the server allows.
 */
export function abortSignalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const limit = reply.server.getDecorator<number>(ANSWER_TIMEOUT)
  const timer = setTimeout(() => controller.abort(answerTooLate(limit)), limit)
  reply.raw.once('close', () => {
    clearTimeout(timer)
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

import type { FastifyReply } from 'fastify'
import { ANSWER_LIMIT, type AnswerLimit } from './answer-limit.ts'

/**
 * Aborted when the client closes the connection before it has the whole answer, and, with
 * `SERVER_TIMEOUT` as the reason, when the answer takes longer than the server allows.
 */
export function abortSignalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const limit = reply.server.getDecorator<AnswerLimit>(ANSWER_LIMIT)
  const stop = limit.start((reason) => controller.abort(reason))
  reply.raw.once('close', () => {
    stop()
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

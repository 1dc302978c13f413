import type { FastifyInstance } from 'fastify'
import type { AnswerLimit } from '../request/answer-limit.ts'

/**
 * Answers 503 (`SERVER_TIMEOUT`) when the handler of a route of `app` takes longer than `limit`. A result that
 * comes later is dropped. An answer that has begun is sent completely, however slowly it is read.
 *
 * Fastify's own `handlerTimeout` does not do it: as soon as a body has been read it takes the client for
 * gone, and stops its clock.
 */
export function limitAnswers(app: FastifyInstance, limit: AnswerLimit): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function limited(request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      if (!(answer instanceof Promise)) return answer
      // biome-ignore lint/suspicious/noThenProperty: Fastify calls it once, and a promise would cost a turn
      return { then: (done: Done, failed: Failed) => limit.settle(answer, done, failed) }
    }
  })
}

type Done = (answer: unknown) => void
type Failed = (error: unknown) => void

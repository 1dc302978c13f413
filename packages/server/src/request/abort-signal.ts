import type { FastifyReply } from 'fastify'

/** Aborted when the client closes the connection before it has the whole answer. */
export function abortSignalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

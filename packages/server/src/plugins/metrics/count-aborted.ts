import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The requests of one connection that are not completely answered yet. */
type Unanswered = Set<FastifyRequest>

const UNANSWERED: unique symbol = Symbol('tributary.unanswered')

declare module 'fastify' {
  interface FastifyRequest {
    /** The unanswered requests of its connection. */
    [UNANSWERED]: Unanswered | null
  }
}

/**
 * Calls `count` for each request whose connection closes before {@link markAnswered} is called. It listens to
 * connections, because there are fewer of them than requests. Fastify's own hook relies on Node's `aborted`, which
 * is never set once the body has been read.
 */
export function countAborted(app: FastifyInstance, count: (request: FastifyRequest) => void): void {
  const byConnection = new WeakMap<Socket, Unanswered>()
  app.decorateRequest(UNANSWERED, null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw
    let unanswered = byConnection.get(socket)
    if (unanswered === undefined) {
      const its: Unanswered = new Set()
      socket.once('close', () => {
        for (const request of its) count(request)
        its.clear()
      })
      byConnection.set(socket, its)
      unanswered = its
    }
    unanswered.add(request)
    request[UNANSWERED] = unanswered
    done()
  })
}

/** Marks a request as completely answered. */
export function markAnswered(request: FastifyRequest): void {
  request[UNANSWERED]?.delete(request)
}

import type { FastifyInstance } from 'fastify'

/**
 * Headers of every answer. Answers depend on headers that no cache knows, so none may keep them; and they are what
 * their Content-Type says.
 */
export const SECURITY_HEADERS = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
} as const

/** A symbol cannot collide with a decorator of the host application. */
const ADDED: unique symbol = Symbol('tributary.securityHeaders')

/** Adds {@link SECURITY_HEADERS} to every answer of `app` and of what is registered in it, errors included. */
export function addSecurityHeaders(app: FastifyInstance): void {
  if (app.hasDecorator(ADDED)) return
  app.decorate(ADDED, true)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    done()
  })
}

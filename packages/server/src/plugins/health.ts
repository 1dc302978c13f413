import type { Platform } from '@tributary/platform'
import type { FastifyInstance } from 'fastify'

/**
 * For those who watch over the service, without credentials: `/healthz` says that the process answers;
 * `/readyz` that requests may be sent to it, which is 503 while the store or the engine does not answer,
 * and from the moment when the app begins to close.
 */
export function describeHealth(app: FastifyInstance, platform: Platform): void {
  const quiet = { schema: { hide: true }, logLevel: 'warn' } as const
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/healthz', quiet, () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async (_request, reply) => {
    const { store, engine } = await platform.health()
    const ready = store && engine && !closing
    if (!ready) reply.code(503)
    return {
      status: closing ? 'closing' : ready ? 'ready' : 'unavailable',
      store: toWord(store),
      engine: toWord(engine),
    }
  })
}

function toWord(answers: boolean): string {
  return answers ? 'ok' : 'no answer'
}

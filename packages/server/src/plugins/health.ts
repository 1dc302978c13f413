import type { Platform } from '@tributary/platform'
import type { FastifyInstance } from 'fastify'

/**
 * Registers two routes without credentials: `/healthz` is 200 while the process answers; `/readyz` is 200 while
 * requests may be sent, and 503 while the store or the engine does not answer and once the app has begun to close.
 */
export function addHealthRoutes(app: FastifyInstance, platform: Platform): void {
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

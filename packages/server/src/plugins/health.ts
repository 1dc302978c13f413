import type { Platform } from '@tributary/platform'
import type { FastifyInstance } from 'fastify'

/**
 * Registers two routes without credentials: `/healthz` is 200 while the process answers; `/readyz` is 200 while
 * requests may be sent, and 503 while the store or the engine does not answer and once the app has begun to close. A
 * datasource that does not answer leaves it 200 (`degraded`): other processes cannot reach it either, and what does not
 * need it is answered. Names are for operators, who are told them as callers.
 */
export function addHealthRoutes(app: FastifyInstance, platform: Platform): void {
  const quiet = { schema: { hide: true }, logLevel: 'warn' } as const
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.get('/healthz', quiet, () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async (_request, reply) => {
    const { store, storeMoved, engine, datasources } = await platform.health()
    const isReady = store && engine && !closing
    if (!isReady) reply.code(503)
    const answering = datasources.filter(({ answers }) => answers).length
    const silent = datasources.length - answering
    return {
      status: closing ? 'closing' : !isReady ? 'unavailable' : silent > 0 ? 'degraded' : 'ready',
      store: storeMoved ? 'moved' : toWord(store),
      engine: toWord(engine),
      datasources: { answering, silent },
    }
  })
}

function toWord(answers: boolean): string {
  return answers ? 'ok' : 'no answer'
}

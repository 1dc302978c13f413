import type { Platform } from '@tributary/platform'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { tributaryApi } from './api.ts'
import { answerClientError } from './plugins/client-error.ts'
import { answerError, answerNotFound } from './plugins/error-envelope.ts'
import { acceptJsonBodies, DEFAULT_BODY_LIMIT } from './plugins/json-body.ts'
import { describeApi } from './plugins/openapi.ts'
import { traceIdOf } from './plugins/trace-id.ts'

/** How an app is made. */
export interface AppOptions {
  /** The engine that answers. The app does not close it. */
  readonly platform: Platform
  /** Service root in front of `/api/v1`, such as `/metrics-platform`. @defaultValue none */
  readonly prefix?: string
  /** The most bytes of a body that are read. @defaultValue 1 MiB */
  readonly bodyLimit?: number
  /** Fastify's logger option: true, or pino options. @defaultValue no log */
  readonly logger?: FastifyServerOptions['logger']
}

/**
 * A whole HTTP application: the API, `/openapi.json`, `/docs` and `/healthz`, which need no
 * credentials. Every answer of the API, and every error whatever its path, is an envelope. Not yet
 * listening.
 */
export function createApp({ platform, prefix, bodyLimit, logger }: AppOptions): FastifyInstance {
  const app = Fastify({
    logger: logger ?? false,
    bodyLimit: bodyLimit ?? DEFAULT_BODY_LIMIT,
    genReqId: traceIdOf,
    logController: new LogController({ requestIdLogLabel: 'traceId' }),
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  acceptJsonBodies(app)
  describeApi(app)
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }))
  app.register(tributaryApi, { platform, ...(prefix === undefined ? {} : { prefix }) })
  return app
}

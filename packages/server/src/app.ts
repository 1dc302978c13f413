import type { ServerOptions } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { type TributaryOptions, tributary } from './api.ts'
import { acceptJsonBodies, DEFAULT_BODY_LIMIT } from './plugins/body.ts'
import { answerClientError } from './plugins/client-error.ts'
import { drainConnections } from './plugins/drain-connections.ts'
import { answerError, answerNotFound } from './plugins/error-envelope.ts'
import { type ExplorerOptions, serveExplorer } from './plugins/explorer.ts'
import { addFirstPage } from './plugins/first-page.ts'
import { refuseForeignHosts } from './plugins/foreign-hosts.ts'
import { addHealthRoutes } from './plugins/health.ts'
import { followHttpRules, LENIENT } from './plugins/http-rules.ts'
import { createChildrenLazily } from './plugins/lazy-log.ts'
import { measureRequests, serveMetrics } from './plugins/metrics/measure-requests.ts'
import { describeApi } from './plugins/openapi/describe-api.ts'
import { logRequests, QuietLog } from './plugins/request-log.ts'
import { addSecurityHeaders, SECURITY_HEADERS } from './plugins/security-headers.ts'
import { toTraceId } from './plugins/trace-id.ts'

/** Options of {@link createApp}. */
export interface AppOptions extends Omit<TributaryOptions, 'metrics'> {
  /** Service root in front of `/api/v1`, such as `/metrics-platform`. @defaultValue none */
  readonly prefix?: string
  /** The largest body that is accepted, in bytes; larger ones are answered with 413. @defaultValue 1 MiB */
  readonly bodyLimit?: number
  /** How long a request may take to arrive, in milliseconds; then the answer is 408. @defaultValue 30,000 */
  readonly requestTimeout?: number
  /**
   * How long a connection stays open after an answer without another request, in milliseconds. The default is longer
   * than the 60 s of common proxies, so that they and not the server close idle connections. @defaultValue 65,000
   */
  readonly keepAliveTimeout?: number
  /**
   * How many connections may be open; further ones are closed at once. `/metrics` counts them. @defaultValue 1,024
   */
  readonly maxConnections?: number
  /** The web page at `/explorer`: true, or its options. @defaultValue no page */
  readonly explorer?: boolean | ExplorerOptions
  /** Fastify's logger option: true, or pino options. @defaultValue no log */
  readonly logger?: FastifyServerOptions['logger']
}

/**
 * Creates an HTTP application: the API, and `/openapi.json`, `/docs`, `/healthz`, `/readyz` and `/metrics`, which
 * need no credentials. Every error, on any path, is answered with an envelope, and every request writes one line
 * to the log. The application does not listen yet.
 *
 * @example
 * ```ts
 * import { createPlatform } from '@tributary/platform'
 * import { createApp } from '@tributary/platform/server'
 *
 * const platform = await createPlatform({})
 * const app = createApp({ platform })
 * const answer = await app.inject('/healthz')
 * answer.json() // => { status: 'ok' }
 * await app.close()
 * await platform.close()
 * ```
 */
export function createApp(options: AppOptions): FastifyInstance {
  const {
    logger,
    bodyLimit,
    requestTimeout = 30_000,
    keepAliveTimeout = 65_000,
    ...apiOptions
  } = options
  const { maxConnections = 1_024, explorer = false, ...api } = apiOptions
  const app = Fastify({
    logger: logger ?? false,
    bodyLimit: bodyLimit ?? DEFAULT_BODY_LIMIT,
    requestTimeout,
    keepAliveTimeout,
    http: { ...LENIENT, ...arrivalLimits(requestTimeout) },
    // While the app closes, a request on an open connection is still answered; then the connection ends.
    return503OnClosing: false,
    // In the repository the explorer is built when it is first served.
    pluginTimeout: 120_000,
    genReqId: toTraceId,
    logController: new QuietLog(),
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerClientError,
  })
  app.server.maxConnections = maxConnections
  drainConnections(app)
  if (logger) {
    createChildrenLazily(app.log)
    logRequests(app)
  }
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound)
  acceptJsonBodies(app)
  addSecurityHeaders(app)
  followHttpRules(app)
  refuseForeignHosts(app, options.trustedProxy)
  serveMetrics(app, measureRequests(app, options.platform))
  describeApi(app, options.prefix)
  addHealthRoutes(app, options.platform)
  addFirstPage(app, {
    hasExplorer: explorer !== false,
    ...(options.prefix && { prefix: options.prefix }),
  })
  if (explorer !== false) serveExplorer(app, explorer === true ? {} : explorer, options.prefix)
  app.register(tributary, api)
  return app
}

/** Answers an address that cannot be routed, for which Fastify runs no hooks. */
const answerUnroutable: typeof answerError = (error, request, reply) => {
  reply.headers(SECURITY_HEADERS)
  answerError(error, request, reply)
}

/** The longest interval between Node's checks for late requests, in milliseconds; Node's default is 30 s. */
const LATENESS = 1_000

/**
 * The time limits of a request's arrival. Node applies the smaller of its two limits to the headers and the larger
 * to the body, and its default for headers is one minute; so both are set to the same. 0 is no limit.
 */
function arrivalLimits(requestTimeout: number): ServerOptions {
  return {
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: Math.min(LATENESS, requestTimeout || LATENESS),
  }
}

import { API_ROOT } from '@tributary/contract'
import { errorEnvelope } from '@tributary/contract/internal'
import type { Platform } from '@tributary/platform'
import type { FastifyInstance } from 'fastify'
import { limitAnswers } from './plugins/answer-timeout.ts'
import { requireCredentials } from './plugins/authentication.ts'
import { acceptJsonBodies } from './plugins/body.ts'
import { answerError, answerNotFound } from './plugins/error-envelope.ts'
import { refuseForeignHosts } from './plugins/foreign-hosts.ts'
import { measureRequests, serveMetrics } from './plugins/metrics/measure-requests.ts'
import {
  DEFAULT_ACCOUNT_LIMIT,
  limitAccounts,
  limitTenants,
  type RateLimit,
} from './plugins/rate-limit.ts'
import { addSecurityHeaders } from './plugins/security-headers.ts'
import { toTraceId } from './plugins/trace-id.ts'
import { createProxyCheck, type TrustedProxy } from './plugins/trusted-proxy.ts'
import { checkQueryEncoding, validatorCompiler } from './plugins/validation.ts'
import { ANSWER_LIMIT, createAnswerLimit, DEFAULT_ANSWER_TIMEOUT } from './request/answer-limit.ts'
import { registerOperations } from './routes/register-operations.ts'

/** Options of {@link tributary}. */
export interface TributaryOptions {
  /** The platform whose services answer. The plugin does not close it. */
  readonly platform: Platform
  /**
   * The proxy that authenticates callers. `ACCOUNT` and `UID` from anybody else are answered with 401, even where the
   * platform trusts identity headers. @defaultValue every request may be the proxy's: the host application checks it
   */
  readonly trustedProxy?: TrustedProxy
  /** How many requests each tenant may make; requests beyond it are answered with 429. @defaultValue no limit */
  readonly rateLimit?: RateLimit
  /**
   * How many requests each account may make; requests beyond it are answered with 429. `off` for no limit.
   * @defaultValue 500 per second, and 5,000 at once
   */
  readonly accountRateLimit?: RateLimit | 'off'
  /** How long an operation may take to answer, in milliseconds; then the answer is 503. @defaultValue 60,000 */
  readonly answerTimeout?: number
  /**
   * Whether the plugin measures its requests and this process, and serves the metrics for Prometheus at `/metrics` below
   * its prefix, without credentials. @defaultValue false
   */
  readonly metrics?: boolean
}

/**
 * The metrics platform API as a Fastify plugin: the operations under `/api/v1`, each answer in its
 * envelope. Register it with a `prefix` to put a service root in front. Its body parsers, error
 * handler and trace ids stay inside; the host application keeps its own.
 *
 * @example
 * ```ts
 * import { createPlatform } from '@tributary/platform'
 * import { tributary } from '@tributary/platform/server'
 * import Fastify from 'fastify'
 *
 * const platform = await createPlatform({})
 * const app = Fastify()
 * app.register(tributary, { platform, prefix: '/metrics' })
 *
 * const answer = await app.inject('/metrics/api/v1/dataset/info?name=flights')
 * answer.json().errorMsg // => 'The header tenant-id is missing (and 2 more, see the details).'
 * await app.close()
 * await platform.close()
 * ```
 */
export async function tributary(app: FastifyInstance, options: TributaryOptions): Promise<void> {
  const { platform, trustedProxy, rateLimit, answerTimeout = DEFAULT_ANSWER_TIMEOUT } = options
  const { accountRateLimit = DEFAULT_ACCOUNT_LIMIT, metrics = false } = options
  const isFromProxy = trustedProxy === undefined ? null : createProxyCheck(trustedProxy)
  if (metrics) {
    const registry = measureRequests(app, platform)
    await app.register(async (scope) => {
      scope.setErrorHandler(answerError)
      addSecurityHeaders(scope)
      refuseForeignHosts(scope, trustedProxy)
      serveMetrics(scope, registry)
    })
  }
  await app.register(
    async (api) => {
      const limit = createAnswerLimit(answerTimeout)
      api.decorate(ANSWER_LIMIT, limit)
      api.setGenReqId(toTraceId)
      api.setErrorHandler(answerError)
      api.setNotFoundHandler(answerNotFound)
      api.setValidatorCompiler(validatorCompiler)
      api.setSerializerCompiler(() => JSON.stringify)
      api.addSchema(errorEnvelope)
      addSecurityHeaders(api)
      refuseForeignHosts(api, trustedProxy)
      acceptJsonBodies(api)
      limitAnswers(api, limit)
      await api.register(async (scope) => {
        requireCredentials(scope, platform, { limit, isFromProxy })
        if (accountRateLimit !== 'off') limitAccounts(scope, accountRateLimit)
        if (rateLimit !== undefined) limitTenants(scope, rateLimit)
        checkQueryEncoding(scope)
        registerOperations(scope, platform)
      })
    },
    { prefix: API_ROOT },
  )
}

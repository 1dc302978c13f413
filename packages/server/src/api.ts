import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Platform } from '@tributary/platform'
import type { FastifyInstance } from 'fastify'
import { errorEnvelope } from './contract/envelope.ts'
import { limitAnswers } from './plugins/answer-timeout.ts'
import { requireCredentials } from './plugins/authentication.ts'
import { answerError, answerNotFound } from './plugins/error-envelope.ts'
import { acceptJsonBodies } from './plugins/json-body.ts'
import { limitTenants } from './plugins/rate-limit.ts'
import type { RateLimit } from './plugins/token-bucket.ts'
import { traceIdOf } from './plugins/trace-id.ts'
import { validatorCompiler } from './plugins/validation.ts'
import { ANSWER_LIMIT, createAnswerLimit, DEFAULT_ANSWER_TIMEOUT } from './request/answer-limit.ts'
import { attributionRoutes } from './routes/attribution.ts'
import { datasetRoutes } from './routes/dataset.ts'
import { dimensionRoutes } from './routes/dimension.ts'
import { lineageRoutes } from './routes/lineage.ts'
import { lineageExchangeRoutes } from './routes/lineage-exchange.ts'
import { lineageQuestionRoutes } from './routes/lineage-questions.ts'
import { metricViewRoutes } from './routes/metric-view.ts'
import { planRoutes } from './routes/plan.ts'
import { resourceEntryRoutes } from './routes/resource-entries.ts'
import { taskRoutes } from './routes/task.ts'
import { triggerRoutes } from './routes/trigger.ts'
import { userAttributeRoutes } from './routes/user-attributes.ts'
import { userGroupRoutes } from './routes/user-groups.ts'

/** What {@link tributary} needs. */
export interface TributaryOptions {
  /** The engine that answers. The plugin does not close it. */
  readonly platform: Platform
  /** How many requests each tenant may make; others are 429. @defaultValue no limit */
  readonly rateLimit?: RateLimit
  /** How long any operation may work for one answer, in milliseconds; then it is 503. @defaultValue 60,000 */
  readonly answerTimeout?: number
}

/**
 * The metrics platform API as a Fastify plugin: the operations under `/api/v1`, each answer in its
 * envelope. Register it with a `prefix` to put a service root in front. Its body parsers, error
 * handler and trace ids stay inside; the host application keeps its own.
 */
export async function tributary(
  app: FastifyInstance,
  { platform, rateLimit, answerTimeout = DEFAULT_ANSWER_TIMEOUT }: TributaryOptions,
): Promise<void> {
  await app.register(
    async (api) => {
      const limit = createAnswerLimit(answerTimeout)
      api.decorate(ANSWER_LIMIT, limit)
      api.setGenReqId(traceIdOf)
      api.setErrorHandler(answerError)
      api.setNotFoundHandler(answerNotFound)
      api.setValidatorCompiler(validatorCompiler)
      api.setSerializerCompiler(() => JSON.stringify)
      api.addSchema(errorEnvelope)
      acceptJsonBodies(api)
      limitAnswers(api, limit)
      await api.register(async (scope) => {
        requireCredentials(scope, platform, limit)
        if (rateLimit !== undefined) limitTenants(scope, rateLimit)
        const routes = scope.withTypeProvider<TypeBoxTypeProvider>()
        taskRoutes(routes, platform)
        triggerRoutes(routes, platform)
        planRoutes(routes, platform)
        attributionRoutes(routes, platform)
        lineageRoutes(routes, platform)
        lineageQuestionRoutes(routes, platform)
        lineageExchangeRoutes(routes, platform)
        dimensionRoutes(routes, platform)
        datasetRoutes(routes, platform)
        resourceEntryRoutes(routes, platform)
        metricViewRoutes(routes, platform)
        userAttributeRoutes(routes, platform)
        userGroupRoutes(routes, platform)
      })
    },
    { prefix: '/api/v1' },
  )
}

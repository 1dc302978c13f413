import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Platform } from '@tributary/platform'
import type { FastifyInstance } from 'fastify'
import { errorEnvelope } from './contract/envelope.ts'
import { requireCredentials } from './plugins/authentication.ts'
import { answerError, answerNotFound } from './plugins/error-envelope.ts'
import { acceptJsonBodies } from './plugins/json-body.ts'
import { traceIdOf } from './plugins/trace-id.ts'
import { validatorCompiler } from './plugins/validation.ts'
import { attributionRoutes } from './routes/attribution.ts'
import { datasetRoutes } from './routes/dataset.ts'
import { dimensionRoutes } from './routes/dimension.ts'
import { lineageRoutes } from './routes/lineage.ts'
import { lineageQuestionRoutes } from './routes/lineage-questions.ts'

/** What {@link tributaryApi} needs. */
export interface TributaryApiOptions {
  /** The engine that answers. The plugin does not close it. */
  readonly platform: Platform
}

/**
 * The metrics platform API as a Fastify plugin: the operations under `/api/v1`, each answer in its
 * envelope. Register it with a `prefix` to put a service root in front. Its body parsers, error
 * handler and trace ids stay inside; the host application keeps its own.
 */
export async function tributaryApi(
  app: FastifyInstance,
  { platform }: TributaryApiOptions,
): Promise<void> {
  await app.register(
    async (api) => {
      api.setGenReqId(traceIdOf)
      api.setErrorHandler(answerError)
      api.setNotFoundHandler(answerNotFound)
      api.setValidatorCompiler(validatorCompiler)
      api.setSerializerCompiler(() => JSON.stringify)
      api.addSchema(errorEnvelope)
      acceptJsonBodies(api)
      await api.register(async (scope) => {
        requireCredentials(scope, platform)
        const routes = scope.withTypeProvider<TypeBoxTypeProvider>()
        attributionRoutes(routes, platform)
        lineageRoutes(routes, platform)
        lineageQuestionRoutes(routes, platform)
        dimensionRoutes(routes, platform)
        datasetRoutes(routes, platform)
      })
    },
    { prefix: '/api/v1' },
  )
}

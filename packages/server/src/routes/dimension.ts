import type { Platform } from '@tributary/platform'
import type { FastifyRequest } from 'fastify'
import {
  type DimensionName,
  dimensionData,
  dimensionName,
  dimensionNameAnywhere,
  dimensionsOfMetricsData,
  metricNamesQuery,
} from '../contract/dimension.ts'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders, dimensionHeaders } from '../contract/headers.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import { readGetBody } from '../plugins/json-body.ts'
import { compileValidator, type Validated } from '../plugins/validation.ts'
import type { TypedApp } from './typed-app.ts'

/** E17 and E18: one dimension, and the dimensions of metrics. */
export function dimensionRoutes(app: TypedApp, platform: Platform): void {
  app.get(
    '/dimension/detail',
    {
      // Fastify refuses a body schema on GET, which the specification has here.
      config: {
        swaggerTransform: ({ schema, url }) => ({
          schema: { ...schema, body: dimensionNameAnywhere },
          url,
        }),
      },
      schema: {
        tags: ['definitions'],
        operationId: 'dimensionDetail',
        summary: 'Dimension detail',
        headers: dimensionHeaders,
        querystring: dimensionNameAnywhere,
        response: answersOf(dimensionData, 'The dimension.'),
      },
    },
    (request) => {
      const by = request.headers.queryby === undefined ? 'NAME' : 'CODE'
      const detailOf = ({ dimName }: DimensionName) =>
        answer(request, platform.dimensionDetail(callerOf(request), dimName, { by }))
      const { query } = request
      return query.dimName === undefined
        ? nameInBody(request).then(detailOf)
        : detailOf(checked(validators.query(query)))
    },
  )

  app.get(
    '/metrics/dimensionAll',
    {
      schema: {
        tags: ['definitions'],
        operationId: 'dimensionsOfMetrics',
        summary: 'All available dimensions of metrics',
        headers: credentialHeaders,
        querystring: metricNamesQuery,
        response: answersOf(dimensionsOfMetricsData, 'The dimensions of each metric.'),
      },
    },
    async (request) =>
      answer(request, platform.dimensionsOfMetrics(callerOf(request), request.query.metricNames)),
  )
}

const validators = {
  query: compileValidator(dimensionName, 'query'),
  body: compileValidator(dimensionName, 'body'),
}

/** Without a body, what is missing is the query parameter. */
async function nameInBody(request: FastifyRequest): Promise<DimensionName> {
  const body = await readGetBody(request)
  return checked(body === undefined ? validators.query({}) : validators.body(body))
}

function checked(result: Validated): DimensionName {
  if ('error' in result) throw result.error
  return result.value as DimensionName
}

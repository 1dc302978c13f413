import type { Platform } from '@tributary/platform'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import { allLineageData, vertexLineageData, vertexLineageQuery } from '../contract/lineage.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import type { TypedApp } from './typed-app.ts'

/** E15 and E16: where everything, or one asset, comes from. */
export function lineageRoutes(app: TypedApp, platform: Platform): void {
  const shared = { tags: ['lineage'], headers: credentialHeaders }

  app.get(
    '/lineage/queryAll',
    {
      schema: {
        ...shared,
        operationId: 'allLineage',
        summary: 'All lineage',
        response: answersOf(allLineageData, 'Every edge of the tenant.'),
      },
    },
    async (request) => answer(request, platform.allLineage(callerOf(request))),
  )

  app.get(
    '/lineage/queryVertexLineage',
    {
      schema: {
        ...shared,
        operationId: 'vertexLineage',
        summary: 'Asset lineage',
        querystring: vertexLineageQuery,
        response: answersOf(vertexLineageData, 'The neighbourhood of the asset.'),
      },
    },
    async (request) => {
      const { vertex_id, vertex_type, input_step, output_step } = request.query
      const query = {
        vertexId: vertex_id,
        vertexType: vertex_type,
        inputStep: input_step,
        outputStep: output_step,
      }
      return answer(request, platform.vertexLineage(callerOf(request), query))
    },
  )
}

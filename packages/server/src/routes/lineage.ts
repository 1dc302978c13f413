import type { Platform, VertexLineageQuery } from '@tributary/platform'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import {
  allLineageData,
  type VertexLineageParameters,
  vertexLineageData,
  vertexLineageQuery,
} from '../contract/lineage.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import { streamEdges } from './lineage-stream.ts'
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
    async (request, reply) => {
      const { edgeList } = platform.allLineage(callerOf(request))
      reply.type('application/json; charset=utf-8')
      return streamEdges(request, edgeList)
    },
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
      const caller = callerOf(request)
      const query = toQuery(request.query)
      const { as_of } = request.query
      if (as_of === undefined) return answer(request, platform.vertexLineage(caller, query))
      return answer(request, await platform.lineage(caller).vertexAsOf(query, as_of))
    },
  )
}

function toQuery(parameters: VertexLineageParameters): VertexLineageQuery {
  const { vertex_types, edge_types, collapse, induced, limit, cursor, visit_budget, extras } =
    parameters
  return {
    vertexId: parameters.vertex_id,
    vertexType: parameters.vertex_type,
    inputStep: parameters.input_step,
    outputStep: parameters.output_step,
    ...(vertex_types && { vertexTypes: vertex_types }),
    ...(edge_types && { edgeTypes: edge_types }),
    ...(collapse && { collapse: collapse === 'true' }),
    ...(induced && { induced: induced === 'true' }),
    ...(limit !== undefined && { limit }),
    ...(cursor !== undefined && { cursor }),
    ...(visit_budget !== undefined && { visitBudget: visit_budget }),
    ...(extras && { extras: extras === 'true' }),
  }
}

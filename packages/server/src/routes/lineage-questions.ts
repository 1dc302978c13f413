import type { LineageDifferenceQuery, Platform } from '@tributary/platform'
import { answersOf } from '../contract/envelope.ts'
import { credentialHeaders } from '../contract/headers.ts'
import {
  cyclesData,
  type DifferenceParameters,
  differenceData,
  differenceQuery,
  evidenceData,
  evidenceQuery,
  impactData,
  impactQuery,
  looseEndsData,
  oneVertex,
  singlePointsData,
} from '../contract/lineage-questions.ts'
import { invalidPart } from '../errors.ts'
import { callerOf } from '../plugins/authentication.ts'
import { answer } from '../plugins/error-envelope.ts'
import type { TypedApp } from './typed-app.ts'

const shared = { tags: ['lineage'], headers: credentialHeaders }

/** Questions about lineage that the specification does not have: ours, beside E15 and E16. */
export function lineageQuestionRoutes(app: TypedApp, platform: Platform): void {
  questionsAboutOne(app, platform)
  questionsAboutAll(app, platform)
}

function questionsAboutOne(app: TypedApp, platform: Platform): void {
  const evidence = {
    ...shared,
    operationId: 'lineageEvidence',
    summary: 'How data flows from one asset to another',
    querystring: evidenceQuery,
    response: answersOf(evidenceData, 'A shortest way and the number of ways.'),
  }
  app.get('/lineage/queryEvidence', { schema: evidence }, async (request) => {
    const { from_id, from_type, to_id, to_type } = request.query
    const from = { vertexId: from_id, vertexType: from_type }
    const to = { vertexId: to_id, vertexType: to_type }
    return answer(request, platform.lineage(callerOf(request)).evidence(from, to))
  })

  const impact = {
    ...shared,
    operationId: 'lineageImpact',
    summary: 'What breaks and what degrades without an asset',
    querystring: impactQuery,
    response: answersOf(impactData, 'Everything downstream, nearest first.'),
  }
  app.get('/lineage/queryImpact', { schema: impact }, async (request) => {
    const { vertex_id, vertex_type, edge_types } = request.query
    const vertex = { vertexId: vertex_id, vertexType: vertex_type }
    return answer(request, platform.lineage(callerOf(request)).impact(vertex, edge_types))
  })

  const singlePoints = {
    ...shared,
    operationId: 'lineageSinglePoints',
    summary: 'Single points of failure of an asset',
    querystring: oneVertex,
    response: answersOf(singlePointsData, 'Everything that must stand.'),
  }
  app.get('/lineage/querySinglePoints', { schema: singlePoints }, async (request) => {
    const { vertex_id, vertex_type } = request.query
    const vertex = { vertexId: vertex_id, vertexType: vertex_type }
    return answer(request, platform.lineage(callerOf(request)).singlePoints(vertex))
  })
}

function questionsAboutAll(app: TypedApp, platform: Platform): void {
  const looseEnds = {
    ...shared,
    operationId: 'lineageLooseEnds',
    summary: 'Assets that nothing uses, or nothing feeds',
    response: answersOf(looseEndsData, 'Both lists by kind and id.'),
  }
  app.get('/lineage/queryLooseEnds', { schema: looseEnds }, async (request) =>
    answer(request, platform.lineage(callerOf(request)).looseEnds()),
  )

  const cycles = {
    ...shared,
    operationId: 'lineageCycles',
    summary: 'Assets that feed one another in a circle',
    response: answersOf(cyclesData, 'Every circle and the edges that close it.'),
  }
  app.get('/lineage/queryCycles', { schema: cycles }, async (request) =>
    answer(request, platform.lineage(callerOf(request)).cycles()),
  )

  const difference = {
    ...shared,
    operationId: 'lineageDifference',
    summary: 'What is different between two moments',
    querystring: differenceQuery,
    response: answersOf(differenceData, 'What came, what went and what says something else.'),
  }
  app.get('/lineage/queryDifference', { schema: difference }, async (request) => {
    const { from, to } = request.query
    const around = neighbourhoodOf(request.query)
    const query: LineageDifferenceQuery = {
      from,
      ...(to !== undefined && { to }),
      ...(around !== null && { around }),
    }
    return answer(request, await platform.lineage(callerOf(request)).difference(query))
  })
}

/** The neighbourhood that is asked of; null when none is. Throws SERVER_INVALID_QUERY for a part of one. */
function neighbourhoodOf({
  vertex_id,
  vertex_type,
  input_step,
  output_step,
}: DifferenceParameters): NonNullable<LineageDifferenceQuery['around']> | null {
  const given = [vertex_id, vertex_type, input_step, output_step]
  if (given.every((one) => one === undefined)) return null
  if (vertex_id === undefined) throw missing('vertex_id')
  if (vertex_type === undefined) throw missing('vertex_type')
  return {
    vertexId: vertex_id,
    vertexType: vertex_type,
    inputStep: input_step ?? 0,
    outputStep: output_step ?? 0,
  }
}

function missing(path: string): Error {
  return invalidPart('query', [{ path, expected: 'given', found: null }])
}

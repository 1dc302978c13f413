import type { Operations } from '@tributary/contract'
import type { Caller, Platform } from '@tributary/platform'

/** The operations of a platform for one caller; `onPartFailed` receives the errors of what an answer leaves out. */
export function createLocalOperations(
  platform: Platform,
  caller: Caller,
  onPartFailed?: (error: unknown) => void,
): Operations {
  const lineage = platform.lineage(caller)
  const operations: Partial<Operations> = {
    searchCatalog: (request, options) => platform.searchCatalog(caller, request, options),
    metricDetail: ({ metricName }) => platform.metricDetail(caller, metricName),
    dimensionDetail: async ({ dimName }) => platform.dimensionDetail(caller, dimName),
    datasetDetail: ({ name }) => platform.datasetDetail(caller, name),
    dimensionsOfMetrics: async ({ metricNames }) =>
      platform.dimensionsOfMetrics(caller, metricNames),
    compareTimes: (request, options) => platform.compareTimes(caller, request, options),
    comparePeers: (request, options) => platform.comparePeers(caller, request, options),
    findCauses: (request, options) => platform.findCauses(caller, request, options),
    breakDown: (request) => platform.breakDown(caller, request),
    compareTreeTimes: (request, options) => platform.compareTreeTimes(caller, request, options),
    compareTreePeers: (request, options) => platform.compareTreePeers(caller, request, options),
    queryMetrics: (request, options) => platform.queryMetrics(caller, request, options),
    metricSeries: (request, options) => platform.metricSeries(caller, request, options),
    metricMovements: (request, options) =>
      platform.metricMovements(caller, request, {
        ...options,
        ...(onPartFailed && { onPartFailed }),
      }),
    checkExpression: (request) => platform.checkExpression(caller, request),
    vertexLineage: ({ vertex_id, vertex_type, input_step, output_step, ...request }, options) => {
      const query = {
        vertexId: vertex_id,
        vertexType: vertex_type,
        inputStep: input_step,
        outputStep: output_step,
      }
      const { as_of: asOf, limit, extras } = request
      const limits = { ...(limit !== undefined && { limit }), ...(extras && { extras }) }
      return asOf === undefined
        ? platform.vertexLineage(caller, { ...query, ...limits }, options)
        : lineage.vertexAsOf({ ...query, ...limits }, asOf, options)
    },
    lineageEvidence: (request, options) =>
      lineage.evidence(
        { vertexType: request.from_type, vertexId: request.from_id },
        { vertexType: request.to_type, vertexId: request.to_id },
        options,
      ),
    lineageImpact: ({ vertex_id, vertex_type, edge_types }, options) =>
      lineage.impact(
        { vertexId: vertex_id, vertexType: vertex_type },
        { ...options, ...(edge_types && { edgeTypes: edge_types }) },
      ),
    lineageSinglePoints: ({ vertex_id, vertex_type }, options) =>
      lineage.singlePoints({ vertexId: vertex_id, vertexType: vertex_type }, options),
    lineageLooseEnds: (options) => lineage.looseEnds(options),
    lineageCycles: (options) => lineage.cycles(options),
    lineageDifference: ({ from, to }, options) =>
      lineage.difference({ from, ...(to !== undefined && { to }) }, options),
  }
  return operations as Operations
}

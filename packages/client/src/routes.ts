import type { Operations } from '@tributary/server'

/** The name of an operation, its `operationId`. */
export type OperationId = keyof Operations

/** Where an operation is. A GET takes its request as query parameters, a POST as a JSON body. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** Below the base URL. */
  readonly path: string
  /** Fields of the request that are headers. @defaultValue none */
  readonly headers?: readonly string[]
  /** With `text`, the body is the field `text` as it is, and all other fields are the query. @defaultValue JSON */
  readonly body?: 'text'
  /**
   * With `text`, the answer is no envelope but a text; with `bare`, it is the JSON of the result without one.
   * Errors have an envelope all the same. @defaultValue an envelope
   */
  readonly answer?: 'text' | 'bare'
  /** Whether the operation takes a request at all. @defaultValue true */
  readonly takesRequest?: false
}

/** Every operation; a test holds the table to the server's OpenAPI document. */
export const ROUTES: Readonly<Record<OperationId, Route>> = {
  createBackfill: post('/api/v1/accelerate/task/create'),
  taskInstances: { ...get('/api/v1/accelerate/task/instance/list'), answer: 'bare' },
  taskInstance: { ...get('/api/v1/scheduler/task/detail'), answer: 'bare' },
  triggerSourceTable: post('/api/v1/scheduler/task/triggerTableTaskInstanceByScheduleTime'),
  triggerSourceTableRange: post(
    '/api/v1/scheduler/task/triggerTableTaskInstanceByScheduleTimeRange',
  ),
  planDetail: get('/api/v1/accelerate/detail/query'),
  planPartitions: { ...get('/api/v1/accelerate/plan/queryMtPartitionList'), answer: 'bare' },
  deletePlan: get('/api/v1/accelerate/plan/delete'),
  comparePeers: post('/api/v1/attribution/dim_peer_compare'),
  compareTimes: post('/api/v1/attribution/dim_time_compare'),
  resourceEntries: post('/api/v1/authority/userList'),
  saveUserAttributes: post('/api/v1/userPropertyValue/save'),
  deleteUserAttributes: post('/api/v1/userPropertyValue/delete'),
  userAttributes: post('/api/v1/userPropertyValue/list'),
  createMetricView: post('/api/v1/analysisview/create'),
  allLineage: ask('/api/v1/lineage/queryAll'),
  vertexLineage: get('/api/v1/lineage/queryVertexLineage'),
  lineageEvidence: get('/api/v1/lineage/queryEvidence'),
  lineageImpact: get('/api/v1/lineage/queryImpact'),
  lineageSinglePoints: get('/api/v1/lineage/querySinglePoints'),
  lineageLooseEnds: ask('/api/v1/lineage/queryLooseEnds'),
  lineageCycles: ask('/api/v1/lineage/queryCycles'),
  lineageDifference: get('/api/v1/lineage/queryDifference'),
  exportLineage: { ...get('/api/v1/lineage/export'), answer: 'text' },
  importLineage: { ...post('/api/v1/lineage/import'), body: 'text' },
  dimensionDetail: { ...get('/api/v1/dimension/detail'), headers: ['queryBy'] },
  dimensionsOfMetrics: get('/api/v1/metrics/dimensionAll'),
  datasetDetail: get('/api/v1/dataset/info'),
  userGroups: post('/api/v1/userGroup/list'),
  moveUserGroup: post('/api/v1/userGroup/move'),
}

function get(path: string): Route {
  return { method: 'GET', path }
}

/** A GET that takes nothing. */
function ask(path: string): Route {
  return { method: 'GET', path, takesRequest: false }
}

function post(path: string): Route {
  return { method: 'POST', path }
}

/** The path that every operation is below. */
export const API_ROOT = '/api/v1'

/** Where an operation is, and how its request and its answer travel. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** Below {@link API_ROOT}. */
  readonly path: string
  /**
   * How the request travels. `FIELDS`: the fields are the query of a GET and the JSON body of a POST. `FILE`: the body
   * is the field `text` as it is, and the other fields are the query. `NOTHING`: there is no request.
   *
   * @defaultValue `FIELDS`
   */
  readonly takes?: 'FIELDS' | 'FILE' | 'NOTHING'
  /** Fields of the request that are headers. @defaultValue none */
  readonly headers?: readonly string[]
  /** Whether the operation changes data. A GET that does is not answered to HEAD. @defaultValue false */
  readonly changes?: true
  /** @defaultValue `ENVELOPE` */
  readonly answer?: AnswerForm
}

/**
 * How the answer of an operation that succeeds is written. Errors always have an envelope.
 * - `ENVELOPE`: `data` in an envelope.
 * - `SHORT`: an envelope without `errorMsg` and `detailErrorMsg` (E14).
 * - `NULLABLE`: an envelope whose `data` is null when there is no such thing, and whose `errorMsg` says so (E9).
 * - `NOTED`: an envelope whose `errorMsg` may say what should be known of the success (E1).
 * - `BARE`: the result as JSON, without an envelope (E2, E3 and E13).
 * - `FILE`: a text in a media type of its own.
 */
export type AnswerForm = 'ENVELOPE' | 'SHORT' | 'NULLABLE' | 'NOTED' | 'BARE' | 'FILE'

/** The name of an operation, its `operationId`. */
export type OperationId = keyof typeof ROUTES

/** The route of each operation, in the order of the OpenAPI document. It loads nothing, for clients. */
export const ROUTES = {
  createBackfill: {
    method: 'POST',
    path: '/accelerate/task/create',
    answer: 'NOTED',
    changes: true,
  },
  taskInstances: { method: 'GET', path: '/accelerate/task/instance/list', answer: 'BARE' },
  taskInstance: { method: 'GET', path: '/scheduler/task/detail', answer: 'BARE' },
  triggerSourceTable: {
    method: 'POST',
    path: '/scheduler/task/triggerTableTaskInstanceByScheduleTime',
    changes: true,
  },
  triggerSourceTableRange: {
    method: 'POST',
    path: '/scheduler/task/triggerTableTaskInstanceByScheduleTimeRange',
    changes: true,
  },
  listSourceTables: { method: 'GET', path: '/scheduler/source/list' },
  planDetail: { method: 'GET', path: '/accelerate/detail/query', answer: 'NULLABLE' },
  planPartitions: {
    method: 'GET',
    path: '/accelerate/plan/queryMtPartitionList',
    answer: 'BARE',
  },
  partitionStates: { method: 'GET', path: '/accelerate/plan/partitions' },
  listPlans: { method: 'GET', path: '/accelerate/plan/list' },
  listTasks: { method: 'GET', path: '/accelerate/task/list' },
  retryTask: { method: 'POST', path: '/accelerate/task/retry', changes: true },
  cancelTask: { method: 'POST', path: '/accelerate/task/cancel', changes: true },
  deletePlan: { method: 'GET', path: '/accelerate/plan/delete', changes: true },
  comparePeers: { method: 'POST', path: '/attribution/dim_peer_compare' },
  compareTimes: { method: 'POST', path: '/attribution/dim_time_compare' },
  comparePath: { method: 'POST', path: '/attribution/dim_path' },
  findCauses: { method: 'POST', path: '/attribution/root_cause' },
  breakDown: { method: 'POST', path: '/attribution/breakdown' },
  compareTreeTimes: { method: 'POST', path: '/attribution/tree_time_compare' },
  compareTreePeers: { method: 'POST', path: '/attribution/tree_peer_compare' },
  rankDimensions: { method: 'POST', path: '/attribution/rank' },
  queryMetrics: { method: 'POST', path: '/metrics/query' },
  metricMovements: { method: 'POST', path: '/metrics/movements' },
  metricSeries: { method: 'POST', path: '/metrics/series' },
  dimensionValues: { method: 'POST', path: '/dimension/values' },
  datasetExtent: { method: 'GET', path: '/dataset/extent' },
  expressionScope: { method: 'GET', path: '/expression/scope' },
  checkExpression: { method: 'POST', path: '/expression/check' },
  dimensionDetail: { method: 'GET', path: '/dimension/detail', headers: ['queryBy'] },
  dimensionsOfMetrics: { method: 'GET', path: '/metrics/dimensionAll' },
  metricDetail: { method: 'GET', path: '/metrics/detail' },
  searchCatalog: { method: 'GET', path: '/catalog/search' },
  datasetDetail: { method: 'GET', path: '/dataset/info' },
  importDefinitions: {
    method: 'POST',
    path: '/definitions/import',
    takes: 'FILE',
    changes: true,
  },
  definitionsImport: { method: 'GET', path: '/definitions/queryImport' },
  cancelDefinitionsImport: { method: 'POST', path: '/definitions/cancelImport', changes: true },
  resourceEntries: { method: 'POST', path: '/authority/userList' },
  createMetricView: {
    method: 'POST',
    path: '/analysisview/create',
    answer: 'SHORT',
    changes: true,
  },
  listViews: { method: 'GET', path: '/analysisview/list' },
  viewDetail: { method: 'GET', path: '/analysisview/detail' },
  deleteView: { method: 'POST', path: '/analysisview/delete', changes: true },
  caller: { method: 'GET', path: '/caller', takes: 'NOTHING' },
  saveUserAttributes: { method: 'POST', path: '/userPropertyValue/save', changes: true },
  deleteUserAttributes: { method: 'POST', path: '/userPropertyValue/delete', changes: true },
  userAttributes: { method: 'POST', path: '/userPropertyValue/list' },
  userGroups: { method: 'POST', path: '/userGroup/list' },
  moveUserGroup: { method: 'POST', path: '/userGroup/move', changes: true },
  allLineage: { method: 'GET', path: '/lineage/queryAll', takes: 'NOTHING' },
  vertexLineage: { method: 'GET', path: '/lineage/queryVertexLineage' },
  lineageEvidence: { method: 'GET', path: '/lineage/queryEvidence' },
  lineageImpact: { method: 'GET', path: '/lineage/queryImpact' },
  lineageSinglePoints: { method: 'GET', path: '/lineage/querySinglePoints' },
  lineageLooseEnds: { method: 'GET', path: '/lineage/queryLooseEnds', takes: 'NOTHING' },
  lineageCycles: { method: 'GET', path: '/lineage/queryCycles', takes: 'NOTHING' },
  lineageDifference: { method: 'GET', path: '/lineage/queryDifference' },
  lineageMoments: { method: 'GET', path: '/lineage/moments' },
  searchLineage: { method: 'GET', path: '/lineage/search' },
  exportLineage: { method: 'GET', path: '/lineage/export', answer: 'FILE' },
  lineageImport: { method: 'GET', path: '/lineage/queryImport' },
  importLineage: { method: 'POST', path: '/lineage/import', takes: 'FILE', changes: true },
} as const satisfies Readonly<Record<string, Route>>

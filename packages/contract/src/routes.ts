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
 * - `SHORT`: an envelope without `errorMsg` and `detailErrorMsg`.
 * - `NULLABLE`: an envelope whose `data` is null when there is no such thing, and whose `errorMsg` says so.
 * - `NOTED`: an envelope whose `errorMsg` may be a note about the success.
 * - `BARE`: the result as JSON, without an envelope.
 * - `FILE`: a text in a media type of its own.
 */
export type AnswerForm = 'ENVELOPE' | 'SHORT' | 'NULLABLE' | 'NOTED' | 'BARE' | 'FILE'

/** The name of an operation, its `operationId`. */
export type OperationId = keyof typeof ROUTES

/** The route of each operation, in the order of the OpenAPI document. It loads nothing, for clients. */
export const ROUTES = {
  /** Creates the task that refreshes a plan's partitions in a range of days and gives its `dagName`. */
  createBackfill: {
    method: 'POST',
    path: '/accelerate/task/create',
    answer: 'NOTED',
    changes: true,
  },
  /** One page of a task's instances, and the progress of the task. */
  taskInstances: { method: 'GET', path: '/accelerate/task/instance/list', answer: 'BARE' },
  /** One task instance, with the SQL that it ran and the error that it failed with. */
  taskInstance: { method: 'GET', path: '/scheduler/task/detail', answer: 'BARE' },
  /** Runs a source table's instances for the given times, then the instances that depend on them. */
  triggerSourceTable: {
    method: 'POST',
    path: '/scheduler/task/triggerTableTaskInstanceByScheduleTime',
    changes: true,
  },
  /** Runs a source table's instances for every time of its schedule in a range. */
  triggerSourceTableRange: {
    method: 'POST',
    path: '/scheduler/task/triggerTableTaskInstanceByScheduleTimeRange',
    changes: true,
  },
  /** The source tables with a schedule, by name, a page at a time. */
  listSourceTables: { method: 'GET', path: '/scheduler/source/list' },
  /** One plan, the contents of its table and its last instance; null when there is no such plan. */
  planDetail: { method: 'GET', path: '/accelerate/detail/query', answer: 'NULLABLE' },
  /** One page of the partitions that are recorded for a plan's table, the newest first. */
  planPartitions: {
    method: 'GET',
    path: '/accelerate/plan/queryMtPartitionList',
    answer: 'BARE',
  },
  /** The state of each partition of a plan in a range of days. */
  partitionStates: { method: 'GET', path: '/accelerate/plan/partitions' },
  /** The plans that the caller may use, by name, a page at a time. */
  listPlans: { method: 'GET', path: '/accelerate/plan/list' },
  /** The tasks that the caller may see, the newest first, a page at a time. */
  listTasks: { method: 'GET', path: '/accelerate/task/list' },
  /** Runs instances of a task again, by default those that failed, and the instances that depend on them. */
  retryTask: { method: 'POST', path: '/accelerate/task/retry', changes: true },
  /** Ends instances of a task that wait or run; their status becomes `FAILED`. */
  cancelTask: { method: 'POST', path: '/accelerate/task/cancel', changes: true },
  /** Deletes a plan of any kind with its schedule, its waiting and running instances, and its table. */
  deletePlan: { method: 'GET', path: '/accelerate/plan/delete', changes: true },
  /** Explains the difference of a metric between two comparison objects, by dimensions. */
  comparePeers: { method: 'POST', path: '/attribution/dim_peer_compare' },
  /** Explains the difference of a metric between two time ranges, by dimensions. */
  compareTimes: { method: 'POST', path: '/attribution/dim_time_compare' },
  /** Explains the difference of a metric between two time ranges along a path of dimensions. */
  comparePath: { method: 'POST', path: '/attribution/dim_path' },
  /** The combinations of dimension values that changed differently from all others. */
  findCauses: { method: 'POST', path: '/attribution/root_cause' },
  /** The metrics that a metric is computed from, as a tree. */
  breakDown: { method: 'POST', path: '/attribution/breakdown' },
  /** Explains the difference of a metric between two time ranges along a tree of metrics. */
  compareTreeTimes: { method: 'POST', path: '/attribution/tree_time_compare' },
  /** Explains the difference of a metric between two comparison objects along a tree of metrics. */
  compareTreePeers: { method: 'POST', path: '/attribution/tree_peer_compare' },
  /** The dimensions of a metric; first the dimension whose groups explain most of the change. */
  rankDimensions: { method: 'POST', path: '/attribution/rank' },
  /** The values of metrics by dimensions, or the values that a saved view shows. */
  queryMetrics: { method: 'POST', path: '/metrics/query' },
  /** The metrics that changed more than they usually do, and the causes of the largest changes. */
  metricMovements: { method: 'POST', path: '/metrics/movements' },
  /** The values of a metric in each period of a time range. */
  metricSeries: { method: 'POST', path: '/metrics/series' },
  /** The values that a dimension has in the rows, the most frequent first. */
  dimensionValues: { method: 'POST', path: '/dimension/values' },
  /** The first and the last time of a dataset, or of the rows of a metric. */
  datasetExtent: { method: 'GET', path: '/dataset/extent' },
  /** The names that an expression in a question about a metric may use. */
  expressionScope: { method: 'GET', path: '/expression/scope' },
  /** The mistakes in an expression of a question about a metric, and its canonical form. */
  checkExpression: { method: 'POST', path: '/expression/check' },
  /** One dimension, by name, or by code with `queryBy: 'UUID'`. */
  dimensionDetail: { method: 'GET', path: '/dimension/detail', headers: ['queryBy'] },
  /** The dimensions that each of the metrics can be analysed by, `metric_time` included. */
  dimensionsOfMetrics: { method: 'GET', path: '/metrics/dimensionAll' },
  /** One metric: its definition, the datasets and metrics that it is computed from, and its uses. */
  metricDetail: { method: 'GET', path: '/metrics/detail' },
  /** The definitions and metric views that match a text, the best match first, a page at a time. */
  searchCatalog: { method: 'GET', path: '/catalog/search' },
  /** One dataset, with the rights of the caller to it. */
  datasetDetail: { method: 'GET', path: '/dataset/info' },
  /**
   * Imports definitions of another tool into those of the tenant: all of the file, or nothing when it rejects. Only for
   * owners, and not for a tenant whose definitions are files of the service.
   */
  importDefinitions: {
    method: 'POST',
    path: '/definitions/import',
    takes: 'FILE',
    changes: true,
  },
  /** The state of an import of definitions of the last days, in any process on the store. */
  definitionsImport: { method: 'GET', path: '/definitions/queryImport' },
  /** Ends an import of definitions that runs, in any process on the store, and gives its state. */
  cancelDefinitionsImport: { method: 'POST', path: '/definitions/cancelImport', changes: true },
  /** The direct and inherited rights of accounts to a resource. */
  resourceEntries: { method: 'POST', path: '/authority/userList' },
  /** Creates a metric view, which the caller owns, and adds it to the lineage. */
  createMetricView: {
    method: 'POST',
    path: '/analysisview/create',
    answer: 'SHORT',
    changes: true,
  },
  /** The metric views that the caller may use, by name, a page at a time. */
  listViews: { method: 'GET', path: '/analysisview/list' },
  /** One metric view. */
  viewDetail: { method: 'GET', path: '/analysisview/detail' },
  /** Deletes a metric view with the rights to it and its place in the lineage. */
  deleteView: { method: 'POST', path: '/analysisview/delete', changes: true },
  /** The account of the caller, its rights in the tenant, and limits of the service. */
  caller: { method: 'GET', path: '/caller', takes: 'NOTHING' },
  /** Gives users attributes: all of the request, or nothing when it rejects. */
  saveUserAttributes: { method: 'POST', path: '/userPropertyValue/save', changes: true },
  /** Takes attributes from users: all of the request, or nothing when it rejects. */
  deleteUserAttributes: { method: 'POST', path: '/userPropertyValue/delete', changes: true },
  /** The attributes of users, in the order of the request. */
  userAttributes: { method: 'POST', path: '/userPropertyValue/list' },
  /** One page of the user groups that match the request, in the order of the tree. */
  userGroups: { method: 'POST', path: '/userGroup/list' },
  /** Moves a user group, with all groups below it, to another place in the tree. */
  moveUserGroup: { method: 'POST', path: '/userGroup/move', changes: true },
  /** Every lineage edge of the tenant. */
  allLineage: { method: 'GET', path: '/lineage/queryAll', takes: 'NOTHING' },
  /** The neighbourhood of one asset, the nearest assets first; with `as_of`, as it was at that moment. */
  vertexLineage: { method: 'GET', path: '/lineage/queryVertexLineage' },
  /** A shortest path by which data flows from one asset to another, and the number of paths. */
  lineageEvidence: { method: 'GET', path: '/lineage/queryEvidence' },
  /** The assets that break and those that degrade without an asset. */
  lineageImpact: { method: 'GET', path: '/lineage/queryImpact' },
  /** Every upstream asset whose removal alone breaks the asset. */
  lineageSinglePoints: { method: 'GET', path: '/lineage/querySinglePoints' },
  /** The assets that feed no metric and no view, and the assets that no file or table feeds. */
  lineageLooseEnds: { method: 'GET', path: '/lineage/queryLooseEnds', takes: 'NOTHING' },
  /** The cycles in the lineage. */
  lineageCycles: { method: 'GET', path: '/lineage/queryCycles', takes: 'NOTHING' },
  /** The differences of the lineage between two moments, or between a moment and now. */
  lineageDifference: { method: 'GET', path: '/lineage/queryDifference' },
  /** The moments when the lineage changed, the newest first, a page at a time. */
  lineageMoments: { method: 'GET', path: '/lineage/moments' },
  /** The assets with all words of a text in their id or name, the best match first. */
  searchLineage: { method: 'GET', path: '/lineage/search' },
  /** The lineage of the tenant as a text. */
  exportLineage: { method: 'GET', path: '/lineage/export', answer: 'FILE' },
  /** The state of an import of lineage that runs or has ended within the last days, in any process on the store. */
  lineageImport: { method: 'GET', path: '/lineage/queryImport' },
  /** Ends an import of lineage that runs, in any process on the store, and gives its state. */
  cancelLineageImport: { method: 'POST', path: '/lineage/cancelImport', changes: true },
  /** Imports lineage from a text: all of it, or nothing when it rejects. */
  importLineage: { method: 'POST', path: '/lineage/import', takes: 'FILE', changes: true },
} as const satisfies Readonly<Record<string, Route>>

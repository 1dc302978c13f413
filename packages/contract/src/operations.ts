import type { TObject, TSchema } from 'typebox'
import { type OperationId, ROUTES, type Route } from './routes.ts'
import {
  attributionData,
  pathComparisonBody,
  pathComparisonData,
  peerComparisonBody,
  timeComparisonBody,
} from './schemas/attribution.ts'
import { callerData } from './schemas/caller.ts'
import { catalogSearchData, catalogSearchQuery } from './schemas/catalog.ts'
import { rankBody, rankData, rootCauseBody, rootCauseData } from './schemas/causes.ts'
import { datasetData, datasetNameQuery } from './schemas/dataset.ts'
import {
  dimensionData,
  dimensionName,
  dimensionNameAnywhere,
  dimensionsOfMetricsData,
  metricNamesQuery,
  queryByHeader,
} from './schemas/dimension.ts'
import type { TypedContents } from './schemas/envelope.ts'
import {
  expressionCheckBody,
  expressionCheckData,
  expressionScopeData,
  expressionScopeQuery,
} from './schemas/expression.ts'
import { allLineageData, vertexLineageData, vertexLineageQuery } from './schemas/lineage.ts'
import {
  exportedFile,
  exportQuery,
  IMPORT_BODY_LIMIT,
  importBody,
  importedData,
  importQuery,
  importStateQuery,
} from './schemas/lineage-exchange.ts'
import {
  cyclesData,
  differenceData,
  differenceQuery,
  evidenceData,
  evidenceQuery,
  impactData,
  impactQuery,
  lineageSearchData,
  lineageSearchQuery,
  looseEndsData,
  momentsData,
  momentsQuery,
  oneVertex,
  singlePointsData,
} from './schemas/lineage-questions.ts'
import { metricDetailData, metricNameQuery } from './schemas/metric.ts'
import {
  breakdownBody,
  breakdownData,
  treeComparisonData,
  treePeerComparisonBody,
  treeTimeComparisonBody,
} from './schemas/metric-tree.ts'
import {
  createMetricViewBody,
  viewDetailData,
  viewListData,
  viewListQuery,
  viewNameQuery,
} from './schemas/metric-view.ts'
import { movementsBody, movementsData } from './schemas/movements.ts'
import {
  deletedPlan,
  deletePlanQuery,
  partitionStatesData,
  partitionStatesQuery,
  planDetailData,
  planListData,
  planListQuery,
  planPartitionsData,
  planPartitionsQuery,
  planQuery,
} from './schemas/plan.ts'
import {
  datasetExtentData,
  datasetExtentQuery,
  dimensionValuesBody,
  dimensionValuesData,
  queryBody,
  queryData,
  seriesBody,
  seriesData,
} from './schemas/query.ts'
import { resourceEntriesBody, resourceEntriesData } from './schemas/resource-entries.ts'
import { done, type QueryOf, type ValueOf } from './schemas/schema.ts'
import {
  backfillBody,
  backfillData,
  cancelTaskBody,
  changedInstances,
  retryTaskBody,
  sourceTableListData,
  sourceTableListQuery,
  taskInstanceData,
  taskInstanceQuery,
  taskInstancesData,
  taskInstancesQuery,
  taskListData,
  taskListQuery,
  triggerRangeBody,
  triggerTimesBody,
} from './schemas/task.ts'
import {
  deleteUserAttributesBody,
  saveUserAttributesBody,
  userAttributesBody,
  userAttributesData,
} from './schemas/user-attributes.ts'
import { moveUserGroupBody, userGroupsBody, userGroupsData } from './schemas/user-groups.ts'

/** An operation of the API: where it is, and the schemas of what it takes and answers. */
export interface Operation extends Route {
  readonly tag:
    | 'acceleration'
    | 'attribution'
    | 'definitions'
    | 'lineage'
    | 'permissions'
    | 'query'
    | 'users'
    | 'views'
  readonly summary: string
  readonly description?: string
  /** Schema of the query parameters. @defaultValue none are read */
  readonly query?: TSchema
  /** Schema of the JSON body; for a file, its media types. */
  readonly body?: TSchema | TypedContents
  /** The query of this GET may also be sent as a JSON body; this schema documents both places. */
  readonly queryOrBody?: TSchema
  /** Schema of headers beside the credentials. @defaultValue none */
  readonly header?: TObject
  /** Schema of the result: `data` of the envelope, or the whole body where there is none. */
  readonly data: TSchema | TypedContents
  /** What the answer is, in a sentence. */
  readonly meaning: string
  /** The most bytes of a body. @defaultValue the limit of the server */
  readonly bodyLimit?: number
  /** Whether the answer is written piece by piece, by a function of its own in the server. @defaultValue false */
  readonly streams?: true
}

/** Every operation of the API. */
export const OPERATIONS = {
  createBackfill: {
    ...ROUTES.createBackfill,
    tag: 'acceleration',
    summary: 'Create backfill task',
    body: backfillBody,
    data: backfillData,
    meaning: 'The task is created; its instances wait.',
  },
  taskInstances: {
    ...ROUTES.taskInstances,
    tag: 'acceleration',
    summary: 'List task instances',
    query: taskInstancesQuery,
    data: taskInstancesData,
    meaning: 'A page of the instances of the task.',
  },
  taskInstance: {
    ...ROUTES.taskInstance,
    tag: 'acceleration',
    summary: 'Task instance detail',
    query: taskInstanceQuery,
    data: taskInstanceData,
    meaning: 'The instance.',
  },
  triggerSourceTable: {
    ...ROUTES.triggerSourceTable,
    tag: 'acceleration',
    summary: 'Trigger source-table instances by scheduling time point',
    body: triggerTimesBody,
    data: done,
    meaning: 'The instances and those that depend on them wait.',
  },
  triggerSourceTableRange: {
    ...ROUTES.triggerSourceTableRange,
    tag: 'acceleration',
    summary: 'Trigger source-table instances by scheduling time range',
    body: triggerRangeBody,
    data: done,
    meaning: 'The instances and those that depend on them wait.',
  },
  listSourceTables: {
    ...ROUTES.listSourceTables,
    tag: 'acceleration',
    summary: 'List source tables with a schedule',
    query: sourceTableListQuery,
    data: sourceTableListData,
    meaning: 'A page of the source tables.',
  },
  planDetail: {
    ...ROUTES.planDetail,
    tag: 'acceleration',
    summary: 'Acceleration plan detail',
    query: planQuery,
    data: planDetailData,
    meaning: 'The plan; null when there is none.',
  },
  planPartitions: {
    ...ROUTES.planPartitions,
    tag: 'acceleration',
    summary: 'List materialized table partitions',
    query: planPartitionsQuery,
    data: planPartitionsData,
    meaning: 'The partitions that were recorded.',
  },
  partitionStates: {
    ...ROUTES.partitionStates,
    tag: 'acceleration',
    summary: 'What has become of the partitions of a plan',
    query: partitionStatesQuery,
    data: partitionStatesData,
    meaning: 'Runs of partitions of one state.',
  },
  listPlans: {
    ...ROUTES.listPlans,
    tag: 'acceleration',
    summary: 'List acceleration plans',
    query: planListQuery,
    data: planListData,
    meaning: 'A page of the plans.',
  },
  listTasks: {
    ...ROUTES.listTasks,
    tag: 'acceleration',
    summary: 'List tasks',
    query: taskListQuery,
    data: taskListData,
    meaning: 'A page of the tasks.',
  },
  retryTask: {
    ...ROUTES.retryTask,
    tag: 'acceleration',
    summary: 'Run instances of a task again',
    body: retryTaskBody,
    data: changedInstances,
    meaning: 'The instances and those that depend on them wait.',
  },
  cancelTask: {
    ...ROUTES.cancelTask,
    tag: 'acceleration',
    summary: 'Cancel instances of a task',
    body: cancelTaskBody,
    data: changedInstances,
    meaning: 'The instances are FAILED.',
  },
  deletePlan: {
    ...ROUTES.deletePlan,
    tag: 'acceleration',
    summary: 'Delete materialization plan',
    query: deletePlanQuery,
    data: deletedPlan,
    meaning: 'The plan is deleted, with its schedule and its table.',
  },
  comparePeers: {
    ...ROUTES.comparePeers,
    tag: 'attribution',
    summary: 'Attribution by peer comparison',
    body: peerComparisonBody,
    data: attributionData,
    meaning: 'The contributions to the difference.',
  },
  compareTimes: {
    ...ROUTES.compareTimes,
    tag: 'attribution',
    summary: 'Attribution by time comparison',
    body: timeComparisonBody,
    data: attributionData,
    meaning: 'The contributions to the difference.',
  },
  comparePath: {
    ...ROUTES.comparePath,
    tag: 'attribution',
    summary: 'Attribution along a path of dimensions',
    description:
      'How the change of a metric between two time ranges divides by the values of a dimension, those by the values of the next, and so on. What is left out below each row is said, so every step adds up to the one before.',
    body: pathComparisonBody,
    data: pathComparisonData,
    meaning: 'The contributions, step by step.',
  },
  findCauses: {
    ...ROUTES.findCauses,
    tag: 'attribution',
    summary: 'The segments behind a change',
    description:
      'Finds the combinations of dimension values that changed differently from the rest. Without dimensions all of the metric are searched.',
    body: rootCauseBody,
    data: rootCauseData,
    meaning: 'The causes, what everything has in common, and what is left.',
  },
  breakDown: {
    ...ROUTES.breakDown,
    tag: 'attribution',
    summary: 'The tree of a metric',
    description:
      'The metrics that a metric is computed from, and these in turn. The answer is the `metricTreeDef` of tree_time_compare and tree_peer_compare.',
    body: breakdownBody,
    data: breakdownData,
    meaning: 'The tree.',
  },
  compareTreeTimes: {
    ...ROUTES.compareTreeTimes,
    tag: 'attribution',
    summary: 'Attribution along a tree of metrics by time comparison',
    description:
      'How much each metric of a tree contributes to the change of its parent and of the root. A tree whose expressions do not give the values of its metrics is refused.',
    body: treeTimeComparisonBody,
    data: treeComparisonData,
    meaning: 'The nodes, parents first.',
  },
  compareTreePeers: {
    ...ROUTES.compareTreePeers,
    tag: 'attribution',
    summary: 'Attribution along a tree of metrics by peer comparison',
    body: treePeerComparisonBody,
    data: treeComparisonData,
    meaning: 'The nodes, parents first.',
  },
  rankDimensions: {
    ...ROUTES.rankDimensions,
    tag: 'attribution',
    summary: 'Dimensions by how much they explain of a change',
    body: rankBody,
    data: rankData,
    meaning: 'The dimensions, best first.',
  },
  queryMetrics: {
    ...ROUTES.queryMetrics,
    tag: 'query',
    summary: 'Query metrics',
    description:
      'The values of metrics by dimensions, in the words of metric views. Metrics of several ' +
      'datasets are joined by the dimensions, which all of them must have.',
    body: queryBody,
    data: queryData,
    meaning: 'A row for each group.',
  },
  metricMovements: {
    ...ROUTES.metricMovements,
    tag: 'query',
    summary: 'Which metrics moved',
    description:
      'Compares all metrics that the caller may use, or those named, between two time ranges, and ranks them by how much more they changed than they usually do. Of the first ones the answer says what stands out in the change.',
    body: movementsBody,
    data: movementsData,
    meaning: 'The metrics, the furthest first.',
  },
  metricSeries: {
    ...ROUTES.metricSeries,
    tag: 'query',
    summary: 'Metric by period',
    description:
      'The values of one metric in each period of a time range, perhaps split by a dimension.',
    body: seriesBody,
    data: seriesData,
    meaning: 'A row for each period of each group.',
  },
  dimensionValues: {
    ...ROUTES.dimensionValues,
    tag: 'query',
    summary: 'Values of a dimension',
    body: dimensionValuesBody,
    data: dimensionValuesData,
    meaning: 'The values that the rows have.',
  },
  datasetExtent: {
    ...ROUTES.datasetExtent,
    tag: 'query',
    summary: 'First and last time of a dataset',
    query: datasetExtentQuery,
    data: datasetExtentData,
    meaning: 'How far the data reaches.',
  },
  expressionScope: {
    ...ROUTES.expressionScope,
    tag: 'query',
    summary: 'Names for an expression',
    query: expressionScopeQuery,
    data: expressionScopeData,
    meaning: 'The names.',
  },
  checkExpression: {
    ...ROUTES.checkExpression,
    tag: 'query',
    summary: 'Check an expression',
    body: expressionCheckBody,
    data: expressionCheckData,
    meaning: 'What is wrong with it; an expression with mistakes is no error of the request.',
  },
  allLineage: {
    ...ROUTES.allLineage,
    tag: 'lineage',
    summary: 'All lineage',
    data: allLineageData,
    meaning: 'Every edge of the tenant.',
    streams: true,
  },
  vertexLineage: {
    ...ROUTES.vertexLineage,
    tag: 'lineage',
    summary: 'Asset lineage',
    query: vertexLineageQuery,
    data: vertexLineageData,
    meaning: 'The neighbourhood of the asset.',
  },
  lineageEvidence: {
    ...ROUTES.lineageEvidence,
    tag: 'lineage',
    summary: 'Data flow from one asset to another',
    query: evidenceQuery,
    data: evidenceData,
    meaning: 'A shortest path and the number of paths.',
  },
  lineageImpact: {
    ...ROUTES.lineageImpact,
    tag: 'lineage',
    summary: 'Impact of the loss of an asset',
    query: impactQuery,
    data: impactData,
    meaning: 'The affected assets, nearest first.',
  },
  lineageSinglePoints: {
    ...ROUTES.lineageSinglePoints,
    tag: 'lineage',
    summary: 'Single points of failure of an asset',
    query: oneVertex,
    data: singlePointsData,
    meaning: 'The single points of failure.',
  },
  lineageLooseEnds: {
    ...ROUTES.lineageLooseEnds,
    tag: 'lineage',
    summary: 'Assets without use or without source',
    data: looseEndsData,
    meaning: 'Both lists by type and id.',
  },
  lineageCycles: {
    ...ROUTES.lineageCycles,
    tag: 'lineage',
    summary: 'Cycles in the lineage',
    data: cyclesData,
    meaning: 'Every cycle and the edges that close it.',
  },
  lineageDifference: {
    ...ROUTES.lineageDifference,
    tag: 'lineage',
    summary: 'Difference of the lineage between two moments',
    query: differenceQuery,
    data: differenceData,
    meaning: 'What was added, removed and changed.',
  },
  lineageMoments: {
    ...ROUTES.lineageMoments,
    tag: 'lineage',
    summary: 'When the lineage changed',
    query: momentsQuery,
    data: momentsData,
    meaning: 'A page of the moments, the newest first.',
  },
  searchLineage: {
    ...ROUTES.searchLineage,
    tag: 'lineage',
    summary: 'Search in the lineage',
    query: lineageSearchQuery,
    data: lineageSearchData,
    meaning: 'What was found, best first.',
  },
  exportLineage: {
    ...ROUTES.exportLineage,
    tag: 'lineage',
    summary: 'All lineage as a file',
    query: exportQuery,
    data: exportedFile,
    meaning: 'The lineage.',
    streams: true,
  },
  dimensionDetail: {
    ...ROUTES.dimensionDetail,
    tag: 'definitions',
    summary: 'Dimension detail',
    header: queryByHeader,
    query: dimensionName,
    queryOrBody: dimensionNameAnywhere,
    data: dimensionData,
    meaning: 'The dimension.',
  },
  dimensionsOfMetrics: {
    ...ROUTES.dimensionsOfMetrics,
    tag: 'definitions',
    summary: 'All available dimensions of metrics',
    query: metricNamesQuery,
    data: dimensionsOfMetricsData,
    meaning: 'The dimensions of each metric.',
  },
  metricDetail: {
    ...ROUTES.metricDetail,
    tag: 'definitions',
    summary: 'Metric detail',
    query: metricNameQuery,
    data: metricDetailData,
    meaning: 'The metric.',
  },
  searchCatalog: {
    ...ROUTES.searchCatalog,
    tag: 'definitions',
    summary: 'Search of the catalog',
    query: catalogSearchQuery,
    data: catalogSearchData,
    meaning: 'A page of what was found, best first.',
  },
  datasetDetail: {
    ...ROUTES.datasetDetail,
    tag: 'definitions',
    summary: 'Dataset detail',
    query: datasetNameQuery,
    data: datasetData,
    meaning: 'The dataset.',
  },
  resourceEntries: {
    ...ROUTES.resourceEntries,
    tag: 'permissions',
    summary: 'Resource permission list',
    body: resourceEntriesBody,
    data: resourceEntriesData,
    meaning: 'The permissions.',
  },
  createMetricView: {
    ...ROUTES.createMetricView,
    tag: 'views',
    summary: 'Create metric view',
    body: createMetricViewBody,
    data: done,
    meaning: 'The view is created.',
  },
  listViews: {
    ...ROUTES.listViews,
    tag: 'views',
    summary: 'List metric views',
    query: viewListQuery,
    data: viewListData,
    meaning: 'A page of the views.',
  },
  viewDetail: {
    ...ROUTES.viewDetail,
    tag: 'views',
    summary: 'Metric view detail',
    query: viewNameQuery,
    data: viewDetailData,
    meaning: 'The view.',
  },
  deleteView: {
    ...ROUTES.deleteView,
    tag: 'views',
    summary: 'Delete metric view',
    body: viewNameQuery,
    data: done,
    meaning: 'The view is deleted.',
  },
  caller: {
    ...ROUTES.caller,
    tag: 'users',
    summary: 'Who the caller is',
    data: callerData,
    meaning: 'The account, what it may do, and limits of the service.',
  },
  saveUserAttributes: {
    ...ROUTES.saveUserAttributes,
    tag: 'users',
    summary: 'Save user attributes',
    body: saveUserAttributesBody,
    data: done,
    meaning: 'All are saved.',
  },
  deleteUserAttributes: {
    ...ROUTES.deleteUserAttributes,
    tag: 'users',
    summary: 'Delete user attributes',
    body: deleteUserAttributesBody,
    data: done,
    meaning: 'All are deleted.',
  },
  userAttributes: {
    ...ROUTES.userAttributes,
    tag: 'users',
    summary: 'Query user attributes',
    body: userAttributesBody,
    data: userAttributesData,
    meaning: 'The attributes of the users.',
  },
  userGroups: {
    ...ROUTES.userGroups,
    tag: 'users',
    summary: 'List user groups',
    body: userGroupsBody,
    data: userGroupsData,
    meaning: 'One page of the groups.',
  },
  moveUserGroup: {
    ...ROUTES.moveUserGroup,
    tag: 'users',
    summary: 'Move user group',
    body: moveUserGroupBody,
    data: done,
    meaning: 'The group is moved.',
  },
  lineageImport: {
    ...ROUTES.lineageImport,
    tag: 'lineage',
    summary: 'State of an import of lineage',
    query: importStateQuery,
    data: importedData,
    meaning: 'How far the import is, what it did, or why it failed.',
  },
  importLineage: {
    ...ROUTES.importLineage,
    tag: 'lineage',
    summary: 'Import lineage from a file',
    description:
      'The body is the file: a dbt manifest, OpenLineage events, or an export in JSON or CSV. An import that takes longer than half the time limit of answers goes on; `queryImport` tells its state.',
    query: importQuery,
    body: importBody,
    data: importedData,
    meaning: 'What the file has and what is new, or the import that goes on.',
    bodyLimit: IMPORT_BODY_LIMIT,
  },
} as const satisfies { readonly [Id in OperationId]: Operation & (typeof ROUTES)[Id] }

type Table = typeof OPERATIONS

/** What an operation takes: the fields of its query, body and headers in one object; null when it takes nothing. */
export type RequestOf<Id extends OperationId> = Table[Id] extends { readonly takes: 'NOTHING' }
  ? null
  : Table[Id] extends { readonly takes: 'FILE' }
    ? FieldsOf<Table[Id], 'query'> & { readonly text: string }
    : FieldsOf<Table[Id], 'query'> & FieldsOf<Table[Id], 'body'> & FieldsOf<Table[Id], 'header'>

type FieldsOf<One, Part extends string> = One extends {
  readonly [P in Part]: infer S extends TSchema
}
  ? ValueOf<S>
  : unknown

/** {@link RequestOf} as the platform takes it: the fields of a query in camel case, yes and no as booleans. */
export type InputOf<Id extends OperationId> = Table[Id] extends {
  readonly query: infer S extends TSchema
}
  ? QueryOf<S> & Omit<RequestOf<Id>, keyof ValueOf<S>>
  : RequestOf<Id>

/** What an operation answers: `data` of the envelope; the whole body where there is no envelope. */
export type AnswerOf<Id extends OperationId> = Table[Id] extends { readonly answer: 'FILE' }
  ? string
  : DataOf<Table[Id]> | (Table[Id] extends { readonly answer: 'NULLABLE' } ? null : never)

type DataOf<One> = One extends { readonly data: infer S extends TSchema } ? ValueOf<S> : never

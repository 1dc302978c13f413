import type {
  AttributionData,
  BackfillRequest,
  BreakdownData,
  BreakdownRequest,
  CallerData,
  CancelTaskRequest,
  CatalogSearchData,
  CatalogSearchQuery,
  ChangedInstancesData,
  CreateMetricViewRequest,
  DatasetData,
  DatasetExtentData,
  DatasetExtentQuery,
  DeleteUserAttributesRequest,
  DimensionData,
  DimensionsOfMetricsData,
  DimensionValuesData,
  DimensionValuesRequest,
  ExpressionCheckData,
  ExpressionCheckRequest,
  ExpressionScopeData,
  ExpressionScopeQuery,
  ImportedDefinitionsData,
  MetricDetailData,
  MetricQueryData,
  MetricQueryRequest,
  MetricSeriesData,
  MetricSeriesRequest,
  MovementsData,
  MovementsRequest,
  MoveUserGroupRequest,
  PartitionStatesData,
  PartitionStatesQuery,
  PathComparisonData,
  PathComparisonRequest,
  PeerComparisonRequest,
  PlanDetailData,
  PlanListData,
  PlanListQuery,
  PlanPartitionsData,
  PlanPartitionsQuery,
  PlanQuery,
  RankDimensionsData,
  RankDimensionsRequest,
  ResourceEntriesQuery,
  ResourceEntryData,
  RetryTaskRequest,
  RootCauseData,
  RootCauseRequest,
  SaveUserAttributesRequest,
  SourceTableListData,
  SourceTableListQuery,
  TaskInstanceData,
  TaskInstancesData,
  TaskInstancesQuery,
  TaskListData,
  TaskListQuery,
  TimeComparisonRequest,
  TreeComparisonData,
  TreePeerComparisonRequest,
  TreeTimeComparisonRequest,
  TriggerRangeRequest,
  TriggerTimesRequest,
  UserAttributesData,
  UserAttributesQuery,
  UserGroupsData,
  UserGroupsQuery,
  VertexLineageData,
  VertexLineageQuery,
  ViewDetailData,
  ViewListData,
  ViewListQuery,
} from '@tributary/contract'
import type { Administration } from './administration/administration.ts'
import type { PlatformHealth } from './administration/check-health.ts'
import type { CallOptions, QuestionOptions } from './model/options.ts'
import type { BearerToken, Caller, Credentials } from './model/rights.ts'
import type { DefinitionsImport } from './operations/definitions/import/import-tenant-definitions.ts'
import type { AllLineageData, LineageAnswers } from './operations/lineage/lineage-answers.ts'
import type { MovementsStep } from './operations/query/metric-movements.ts'
import type { TaskCallOptions } from './requests/kept-task.ts'

/** How much a platform has to do. */
export interface PlatformLoad {
  /** Questions that run, those of all tenants. */
  readonly running: number
  /** Questions that wait for others to end. */
  readonly waiting: number
  /** Pieces of long work of this process that wait for their next slice. */
  readonly slices: number
  /** Task instances that this process may run at once; 0 for a process without workers. */
  readonly workers: number
}

/**
 * The whole engine of one process, without HTTP. Every operation takes the caller first and sees only the
 * caller's tenant. For invalid input an operation rejects with an error that has a `code`, and changes nothing.
 */
export interface Platform extends Administration {
  /** The account of the credentials. Rejects with the same `ACCESS_UNAUTHENTICATED` for an unknown tenant, account or secret. */
  authenticate(credentials: Credentials | BearerToken): Promise<Caller>
  /** What runs and waits now. */
  load(): PlatformLoad
  /** E5: why the metric differs between two time ranges. */
  compareTimes(
    caller: Caller,
    request: TimeComparisonRequest,
    options?: QuestionOptions,
  ): Promise<AttributionData>
  /** E4: why the metric differs between two comparison objects. */
  comparePeers(
    caller: Caller,
    request: PeerComparisonRequest,
    options?: QuestionOptions,
  ): Promise<AttributionData>
  /** Why the metric differs between two time ranges, along a path of dimensions. */
  comparePath(
    caller: Caller,
    request: PathComparisonRequest,
    options?: CallOptions,
  ): Promise<PathComparisonData>
  /** The values of metrics by dimensions; of a saved view where the request names one. */
  queryMetrics(
    caller: Caller,
    request: MetricQueryRequest,
    options?: QuestionOptions,
  ): Promise<MetricQueryData>
  /** Which metrics changed more than they usually do, and what stands out in the change of the first ones. */
  metricMovements(
    caller: Caller,
    request: MovementsRequest,
    options?: CallOptions,
  ): Promise<MovementsData>
  /**
   * The same, as far as it is known, again and again: soon with the first metrics, when all are ranked, and with each
   * cause. A step that is not read before the next one is left out. Ending the loop stops the work.
   */
  movementSteps(
    caller: Caller,
    request: MovementsRequest,
    options?: CallOptions,
  ): AsyncGenerator<MovementsStep, MovementsData>
  /** The values of a metric in each period of a time range. */
  metricSeries(
    caller: Caller,
    request: MetricSeriesRequest,
    options?: QuestionOptions,
  ): Promise<MetricSeriesData>
  /** The values that a dimension has in the rows. */
  dimensionValues(
    caller: Caller,
    request: DimensionValuesRequest,
    options?: CallOptions,
  ): Promise<DimensionValuesData>
  /** The first and last time of a dataset, or of the rows of a metric. */
  datasetExtent(
    caller: Caller,
    query: DatasetExtentQuery,
    options?: CallOptions,
  ): Promise<DatasetExtentData>
  /** What an expression of a question about a metric may name. */
  expressionScope(
    caller: Caller,
    query: ExpressionScopeQuery,
    options?: CallOptions,
  ): Promise<ExpressionScopeData>
  /** What is wrong with an expression of a question about a metric, and its canonical form. */
  checkExpression(caller: Caller, request: ExpressionCheckRequest): Promise<ExpressionCheckData>
  /** The combinations of dimension values that changed differently from the rest. */
  findCauses(
    caller: Caller,
    request: RootCauseRequest,
    options?: CallOptions,
  ): Promise<RootCauseData>
  /** The metrics that a metric is computed from, as a tree. */
  breakDown(caller: Caller, request: BreakdownRequest): Promise<BreakdownData>
  /** Why a metric differs between two time ranges, along a tree of metrics. */
  compareTreeTimes(
    caller: Caller,
    request: TreeTimeComparisonRequest,
    options?: CallOptions,
  ): Promise<TreeComparisonData>
  /** Why a metric differs between two comparison objects, along a tree of metrics. */
  compareTreePeers(
    caller: Caller,
    request: TreePeerComparisonRequest,
    options?: CallOptions,
  ): Promise<TreeComparisonData>
  /** The dimensions of a metric, the one whose groups explain most of the change first. */
  rankDimensions(
    caller: Caller,
    request: RankDimensionsRequest,
    options?: CallOptions,
  ): Promise<RankDimensionsData>
  /** E15: every lineage edge of the tenant, one by one. */
  allLineage(caller: Caller): Promise<AllLineageData>
  /** E16: the neighbourhood of one asset. */
  vertexLineage(
    caller: Caller,
    query: VertexLineageQuery,
    options?: CallOptions,
  ): Promise<VertexLineageData>
  /** Further queries of the caller's lineage: evidence, impact, loose ends, cycles. */
  lineage(caller: Caller): LineageAnswers
  /** E17: one dimension, by name or (with `by: 'CODE'`) by code. */
  dimensionDetail(
    caller: Caller,
    name: string,
    options?: { readonly by?: 'NAME' | 'CODE' },
  ): DimensionData
  /** E18: the dimensions that each of the metrics can be analysed by, `metric_time` included. */
  dimensionsOfMetrics(caller: Caller, metricNames: readonly string[]): DimensionsOfMetricsData
  /** One metric: its definition, what it is computed from and what names it. */
  metricDetail(caller: Caller, name: string): Promise<MetricDetailData>
  /** The definitions and metric views that fit what is searched for, best first, a page at a time. */
  searchCatalog(
    caller: Caller,
    query: CatalogSearchQuery,
    options?: CallOptions,
  ): Promise<CatalogSearchData>
  /** E19: one dataset, with what the caller may do with it. */
  datasetDetail(caller: Caller, name: string): Promise<DatasetData>
  /**
   * Imports definitions of another tool into those of the tenant; all of it or, when it rejects, nothing. For owners, and
   * not for the tenant of a workspace that the platform was created with: `PLATFORM_DEFINITIONS_IN_FILES`.
   */
  importDefinitions(
    caller: Caller,
    request: DefinitionsImport,
    options?: TaskCallOptions,
  ): Promise<ImportedDefinitionsData>
  /** An import of definitions of the last days, of any process on the store. Rejects with `PLATFORM_UNKNOWN_IMPORT`. */
  definitionsImport(caller: Caller, id: string): Promise<ImportedDefinitionsData>
  /** Ends an import of definitions that goes on, of any process on the store, and gives its state. */
  cancelDefinitionsImport(caller: Caller, id: string): Promise<ImportedDefinitionsData>
  /** E10: gives users attributes; all of the request or, when it rejects, nothing. */
  saveUserAttributes(caller: Caller, request: SaveUserAttributesRequest): Promise<true>
  /** E11: takes attributes from users; all of the request or, when it rejects, nothing. */
  deleteUserAttributes(caller: Caller, request: DeleteUserAttributesRequest): Promise<true>
  /** E12: the attributes of users, in the order asked. */
  userAttributes(caller: Caller, query: UserAttributesQuery): Promise<readonly UserAttributesData[]>
  /** E1: makes the task that refreshes a plan's partitions, and gives its `dagName`; all of it or, when it rejects, nothing. */
  createBackfill(caller: Caller, request: BackfillRequest): Promise<string>
  /** E2: one page of a task's instances, and how far the task is. */
  taskInstances(caller: Caller, query: TaskInstancesQuery): Promise<TaskInstancesData>
  /** E3: one instance, with the SQL that it ran and the error that it failed with. */
  taskInstance(caller: Caller, id: string): Promise<TaskInstanceData>
  /** E7: runs a source table's instances for given times, then those that depend on them; when it rejects, none is created. */
  triggerSourceTable(caller: Caller, request: TriggerTimesRequest): Promise<true>
  /** E8: the same for every time of the schedule in a range. */
  triggerSourceTableRange(caller: Caller, request: TriggerRangeRequest): Promise<true>
  /** E9: a plan, the contents of its table and its last instance. Rejects with `PLATFORM_UNKNOWN_PLAN`. */
  planDetail(caller: Caller, query: PlanQuery): Promise<PlanDetailData>
  /** E13: one page of the partitions that were recorded for a plan's table, the newest first. */
  planPartitions(caller: Caller, query: PlanPartitionsQuery): Promise<PlanPartitionsData>
  /** What has become of the partitions of a plan in a range of days. */
  partitionStates(caller: Caller, query: PartitionStatesQuery): Promise<PartitionStatesData>
  /** The plans that the caller may use, by name, a page at a time. */
  listPlans(caller: Caller, query: PlanListQuery): Promise<PlanListData>
  /** The source tables with a schedule, by name, a page at a time. */
  listSourceTables(caller: Caller, query: SourceTableListQuery): Promise<SourceTableListData>
  /** The tasks that the caller may see, the newest first, a page at a time. */
  listTasks(caller: Caller, query: TaskListQuery): Promise<TaskListData>
  /** Runs instances of a task again, those that failed by default, and what depends on them. */
  retryTask(caller: Caller, request: RetryTaskRequest): Promise<ChangedInstancesData>
  /** Ends instances of a task that wait or run; they are FAILED. */
  cancelTask(caller: Caller, request: CancelTaskRequest): Promise<ChangedInstancesData>
  /** E22: deletes a plan of any kind with its schedule, its waiting and running instances, and its table. */
  deletePlan(caller: Caller, id: string): Promise<'success'>
  /** E6: the direct and inherited rights of accounts to a resource. */
  resourceEntries(
    caller: Caller,
    query: ResourceEntriesQuery,
  ): Promise<readonly ResourceEntryData[]>
  /** E14: creates a metric view and adds it to the lineage. */
  createMetricView(caller: Caller, request: CreateMetricViewRequest): Promise<true>
  /** The metric views that the caller may use, by name, a page at a time. */
  listViews(caller: Caller, query: ViewListQuery): Promise<ViewListData>
  /** One metric view. Rejects with `PLATFORM_UNKNOWN_RESOURCE`. */
  viewDetail(caller: Caller, viewName: string): Promise<ViewDetailData>
  /** Deletes a metric view with the rights to it and its place in the lineage. */
  deleteView(caller: Caller, viewName: string): Promise<true>
  /** Who the caller is, what the account may do in the tenant, and limits of the service. */
  callerDetail(caller: Caller): Promise<CallerData>
  /** E20: one page of the groups that the query asks for, in the order of the tree. */
  userGroups(caller: Caller, query: UserGroupsQuery): Promise<UserGroupsData>
  /** E21: moves a group, with all below it, to another place in the tree. */
  moveUserGroup(caller: Caller, request: MoveUserGroupRequest): Promise<true>
  /** Sends a test query to the store and the engine and gives whether each answered. Never rejects; after `close` both are false. */
  health(): Promise<PlatformHealth>
  /** Ends the engine and the store. Later calls reject. */
  close(): Promise<void>
}

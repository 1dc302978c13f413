// The operations, and what one of them takes and answers.

export type { Operation } from './operations/operation.ts'
export {
  type AnswerOf,
  OPERATIONS,
  type OperationMethod,
  type OperationOptions,
  type Operations,
  type RequestOf,
} from './operations/operations.ts'
export { type AnswerForm, API_ROOT, type OperationId, ROUTES, type Route } from './routes.ts'

// Values as they are written, and with every digit.

export { readExactColumn, readWindowValues } from './numbers/exact-columns.ts'
export {
  formatValue,
  formatValueChange,
  type ValueForm,
  type ValueTotal,
} from './numbers/format-value.ts'

// Parts of every request and every answer.

export { type CredentialHeaders, credentialHeaders } from './schemas/credentials.ts'
export type { Envelope, TypedContents } from './schemas/envelope.ts'

// Attribution.

export {
  type AttributionData,
  type AttributionTableData,
  CALCULATE_TYPES,
  type ExplanationData,
  type PathComparisonData,
  type PathComparisonRequest,
  type PeerComparisonRequest,
  type TemporaryMetricInput,
  type TimeComparisonRequest,
} from './schemas/attribution.ts'
export type {
  RankDimensionsData,
  RankDimensionsRequest,
  RootCauseData,
  RootCauseRequest,
} from './schemas/causes.ts'
export type {
  BreakdownData,
  BreakdownRequest,
  TreeComparisonData,
  TreePeerComparisonRequest,
  TreeTimeComparisonRequest,
} from './schemas/metric-tree.ts'

// Lineage.

export type {
  ImportedLineageData,
  ImportProgressData,
  ImportStateQuery,
  LineageExportFormat,
} from './schemas/lineage/exchange.ts'
export {
  EDGE_TYPES,
  type EdgeData,
  type EdgeType,
  type LineageExtrasData,
  type ListedVertexData,
  type TypedEdgeData,
  VERTEX_TYPES,
  type VertexData,
  type VertexLineageData,
  type VertexLineageQuery,
  type VertexRefData,
  type VertexType,
} from './schemas/lineage/lineage.ts'
export type {
  CyclesData,
  EvidenceData,
  ImpactData,
  LineageDifferenceData,
  LineageMomentsData,
  LineageMomentsQuery,
  LineageSearchData,
  LineageSearchQuery,
  LooseEndsData,
  SinglePointsData,
} from './schemas/lineage/questions.ts'

// Definitions and metric views.

export {
  CATALOG_TYPES,
  type CatalogItemData,
  type CatalogSearchData,
  type CatalogSearchQuery,
  type CatalogType,
} from './schemas/catalog.ts'
export type {
  ColumnData,
  DatasetData,
  PartitionMappingData,
  RelationData,
  RelationFromData,
  SourceInfoData,
  UserPrivilegeData,
} from './schemas/dataset.ts'
export type {
  DefinitionsImportQuery,
  ImportedDefinitionsData,
} from './schemas/definitions-import.ts'
export type { DimensionData, DimensionsOfMetricsData } from './schemas/dimension.ts'
export type { MetricDetailData } from './schemas/metric.ts'
export type {
  CreateMetricViewRequest,
  ViewDetailData,
  ViewListData,
  ViewListQuery,
} from './schemas/metric-view.ts'
export type { MovementsData, MovementsRequest } from './schemas/movements.ts'

// Values of metrics.

export type {
  ExpressionCheckData,
  ExpressionCheckRequest,
  ExpressionScopeData,
  ExpressionScopeQuery,
} from './schemas/expression.ts'
export type {
  DatasetExtentData,
  DatasetExtentQuery,
  DimensionValuesData,
  DimensionValuesRequest,
  MetricQueryData,
  MetricQueryRequest,
  MetricSeriesData,
  MetricSeriesRequest,
} from './schemas/query.ts'

// Plans and tasks.

export type {
  PartitionStatesData,
  PartitionStatesQuery,
  PlanDetailData,
  PlanListData,
  PlanListQuery,
  PlanPartitionsData,
  PlanPartitionsQuery,
  PlanQuery,
} from './schemas/plan.ts'
export type {
  BackfillRequest,
  CancelTaskRequest,
  ChangedInstancesData,
  RetryTaskRequest,
  SourceTableListData,
  SourceTableListQuery,
  TaskInstanceData,
  TaskInstanceEntry,
  TaskInstancesData,
  TaskInstancesQuery,
  TaskListData,
  TaskListQuery,
  TaskProgressData,
  TriggerRangeRequest,
  TriggerTimesRequest,
} from './schemas/task.ts'

// Permissions and users.

export type { CallerData } from './schemas/caller.ts'
export type { ResourceEntriesQuery, ResourceEntryData } from './schemas/resource-entries.ts'
export type {
  DeleteUserAttributesRequest,
  SaveUserAttributesRequest,
  UserAttributesData,
  UserAttributesQuery,
} from './schemas/user-attributes.ts'
export type {
  MoveUserGroupRequest,
  UserGroupData,
  UserGroupsData,
  UserGroupsQuery,
} from './schemas/user-groups.ts'

// Sentences about answers, which are only said where they are true.

export { CAUSE_CLAIMS, type CauseFacts, COMMON_CLAIMS, MIX_CLAIMS } from './claims/causes.ts'
export {
  type Claim,
  type ClaimLanguage,
  type ClaimOptions,
  joinClaims,
  type SaidClaim,
  sayClaims,
} from './claims/claim.ts'
export { readGroupFacts } from './claims/group-facts.ts'
export {
  GROUP_CLAIMS,
  type GroupFacts,
  type GroupFigures,
  MIX_OF_GROUPS_CLAIMS,
} from './claims/groups.ts'
export { MOVEMENT_CLAIMS, type MovementFacts } from './claims/movements.ts'
export { readTreeFacts, TREE_CLAIMS, type TreeFacts } from './claims/trees.ts'

// The meaning of warnings, in sentences.

export { describeValueWarning, type ValueWarning } from './warnings/query-warnings.ts'
export {
  WARNING_CODES,
  type WarningCode,
} from './warnings/warning-text.ts'
export {
  type AnswerWarning,
  describeWarning,
  readWarnings,
  type WarningOptions,
  type WarningSentences,
} from './warnings/warnings.ts'

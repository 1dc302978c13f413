// The table of operations.

export {
  type AnswerOf,
  type InputOf,
  OPERATIONS,
  type Operation,
  type RequestOf,
} from './operations.ts'
export { type AnswerForm, API_ROOT, type OperationId, ROUTES, type Route } from './routes.ts'
// Attribution.
export {
  type AttributionData,
  type AttributionTableData,
  CALCULATE_TYPES,
  type ExplanationData,
  type PeerComparisonRequest,
  type TemporaryMetricInput,
  type TimeComparisonRequest,
} from './schemas/attribution.ts'
// What every operation has in common.
export { type CredentialHeaders, credentialHeaders } from './schemas/credentials.ts'
// Definitions and views.
export type {
  ColumnData,
  DatasetData,
  PartitionMappingData,
  RelationData,
  RelationFromData,
  SourceInfoData,
  UserPrivilegeData,
} from './schemas/dataset.ts'
export type { DimensionData, DimensionsOfMetricsData } from './schemas/dimension.ts'
export {
  answersOf,
  type Envelope,
  ERROR_MESSAGE_LIMIT,
  errorEnvelope,
  type SuccessAnswer,
  type TypedContents,
} from './schemas/envelope.ts'
// Lineage.
export {
  EDGE_TYPES,
  type EdgeData,
  type EdgeType,
  type LineageExtrasData,
  type TypedEdgeData,
  VERTEX_TYPES,
  type VertexData,
  type VertexLineageData,
  type VertexLineageQuery,
  type VertexRefData,
  type VertexType,
} from './schemas/lineage.ts'
export {
  type ImportedLineageData,
  LINEAGE_MEDIA_TYPES,
  type LineageExportFormat,
} from './schemas/lineage-exchange.ts'
export type {
  CyclesData,
  EvidenceData,
  ImpactData,
  LineageDifferenceData,
  LooseEndsData,
  SinglePointsData,
} from './schemas/lineage-questions.ts'
export type { CreateMetricViewRequest } from './schemas/metric-view.ts'
// Plans and tasks.
export type {
  PlanDetailData,
  PlanPartitionsData,
  PlanPartitionsQuery,
  PlanQuery,
} from './schemas/plan.ts'
// Permissions and users.
export type { ResourceEntriesQuery, ResourceEntryData } from './schemas/resource-entries.ts'
export type {
  BackfillRequest,
  TaskInstanceData,
  TaskInstanceEntry,
  TaskInstancesData,
  TaskInstancesQuery,
  TaskProgressData,
  TriggerRangeRequest,
  TriggerTimesRequest,
} from './schemas/task.ts'
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

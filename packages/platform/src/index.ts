import { requireNode } from '@tributary/core/internal'

export {
  readWorkspace,
  type Workspace,
  type WorkspaceProblem,
  writeWorkspace,
} from '@tributary/catalog'
export type { CredentialData, SecretKind } from './access/credentials.ts'
export { createPlatform } from './create-platform.ts'
export { PlatformError, type PlatformErrorCode, type TableHolder } from './model/errors.ts'
export type { InstanceStatus, RunType, TaskLimits, TaskType } from './model/instance.ts'
export type {
  BackgroundFault,
  CallOptions,
  OnFault,
  PlatformOptions,
  TaskTimes,
} from './model/options.ts'
export { type Caller, type Credentials, RIGHTS, type Rights } from './model/rights.ts'
export type { Platform } from './platform.ts'
export type { Administration } from './services/administration/administer.ts'
export type { PlatformHealth } from './services/administration/check-health.ts'
export type {
  AttributionData,
  AttributionTableData,
  PeerComparisonRequest,
  PeerObject,
  TemporaryMetricInput,
  TimeComparisonRequest,
} from './services/attribution/attribution-requests.ts'
export type {
  ColumnData,
  DatasetData,
  PartitionMappingData,
  RelationConditionData,
  RelationData,
  RelationFromData,
  SourceColumnData,
  SourceInfoData,
  UserPrivilegeData,
} from './services/datasets/dataset-data.ts'
export type {
  DimensionData,
  DimensionsOfMetricsData,
} from './services/dimensions/dimension-data.ts'
export type {
  AllLineageData,
  CycleData,
  CyclesData,
  EdgeData,
  EvidenceData,
  ImpactData,
  ImpactedData,
  ImportedLineageData,
  LineageAnswers,
  LineageBoundaryData,
  LineageDifferenceData,
  LineageDifferenceQuery,
  LineageExtrasData,
  LineageHopData,
  LineageImport,
  LineageTotalsData,
  LooseEndsData,
  SinglePointsData,
  TypedEdgeData,
  VertexData,
  VertexLineageData,
  VertexLineageQuery,
  VertexRefData,
} from './services/lineage/lineage-data.ts'
export type {
  BackfillRequest,
  LatestTaskData,
  PartitionPageData,
  PlanDetailData,
  PlanPartitionsData,
  PlanPartitionsQuery,
  PlanQuery,
} from './services/plans/plan-data.ts'
export type {
  ListedResourceType,
  ResourceEntriesQuery,
  ResourceEntryData,
} from './services/rights/resource-entries-data.ts'
export type {
  TaskInstanceData,
  TaskInstanceEntry,
  TaskInstancesData,
  TaskInstancesQuery,
  TaskProgressData,
  TriggerRangeRequest,
  TriggerTimesRequest,
} from './services/tasks/task-data.ts'
export type {
  DeleteUserAttributesRequest,
  GroupIdentityType,
  MoveUserGroupRequest,
  SaveUserAttributesRequest,
  UserAttributeData,
  UserAttributesData,
  UserAttributesQuery,
  UserGroupData,
  UserGroupsData,
  UserGroupsQuery,
  UserIdentityType,
} from './services/users/user-data.ts'
export type { CreateMetricViewRequest } from './services/views/metric-view-request.ts'
export type { DefinitionChange, WorkspaceDifference } from './store/workspace-rows.ts'

requireNode('@tributary/platform', 24)

import { requireNode } from '@tributary/core/internal'

export {
  readWorkspace,
  type Workspace,
  type WorkspaceProblem,
  writeWorkspace,
} from '@tributary/catalog'
export type { TableHolder } from './acceleration/holder-lock.ts'
export type { Caller, Credentials } from './access/caller.ts'
export type { CredentialData, SecretKind } from './access/credentials.ts'
export { RIGHTS, type Rights } from './access/roles.ts'
export type { Administration } from './administration.ts'
export { createPlatform } from './create-platform.ts'
export { PlatformError, type PlatformErrorCode } from './errors.ts'
export type { PlatformOptions, TaskTimes } from './options.ts'
export type { CallOptions, Platform } from './platform.ts'
export type {
  AttributionData,
  AttributionTableData,
  PeerComparisonRequest,
  PeerObject,
  TemporaryMetricInput,
  TimeComparisonRequest,
} from './services/attribution-requests.ts'
export type { BackfillRequest } from './services/backfill-request.ts'
export type { PlatformHealth } from './services/check-health.ts'
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
} from './services/dataset-data.ts'
export type { DimensionData, DimensionsOfMetricsData } from './services/dimension-data.ts'
export type {
  CycleData,
  CyclesData,
  EvidenceData,
  ImpactData,
  ImpactedData,
  ImportedLineageData,
  LineageAnswers,
  LineageDifferenceData,
  LineageDifferenceQuery,
  LineageImport,
  LooseEndsData,
  SinglePointsData,
} from './services/lineage-answers.ts'
export type {
  AllLineageData,
  EdgeData,
  LineageBoundaryData,
  LineageExtrasData,
  LineageHopData,
  LineageTotalsData,
  TypedEdgeData,
  VertexData,
  VertexLineageData,
  VertexLineageQuery,
  VertexRefData,
} from './services/lineage-data.ts'
export type { CreateMetricViewRequest } from './services/metric-view-request.ts'
export type {
  LatestTaskData,
  PartitionPageData,
  PlanDetailData,
  PlanPartitionsData,
  PlanPartitionsQuery,
  PlanQuery,
} from './services/plan-data.ts'
export type {
  ListedResourceType,
  ResourceEntriesQuery,
  ResourceEntryData,
} from './services/resource-entries-data.ts'
export type {
  TaskInstanceData,
  TaskInstanceEntry,
  TaskInstancesData,
  TaskInstancesQuery,
  TaskProgressData,
} from './services/task-data.ts'
export type { TriggerRangeRequest, TriggerTimesRequest } from './services/trigger-requests.ts'
export type {
  DeleteUserAttributesRequest,
  SaveUserAttributesRequest,
  UserAttributeData,
  UserAttributesData,
  UserAttributesQuery,
  UserIdentityType,
} from './services/user-attribute-requests.ts'
export type {
  GroupIdentityType,
  MoveUserGroupRequest,
  UserGroupData,
  UserGroupsData,
  UserGroupsQuery,
} from './services/user-group-requests.ts'
export type { DefinitionChange, WorkspaceDifference } from './store/workspace-difference.ts'
export type { BackgroundFault, OnFault } from './tasks/background-fault.ts'
export type { InstanceStatus, RunType, TaskType } from './tasks/instance.ts'
export type { TaskLimits } from './tasks/task-limits.ts'

requireNode('@tributary/platform', 24)

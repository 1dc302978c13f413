export { readWorkspace, type Workspace, type WorkspaceProblem } from '@tributary/catalog'
export type { Caller, Credentials } from './access/caller.ts'
export type { SecretKind } from './access/credentials.ts'
export { RIGHTS, type Rights } from './access/roles.ts'
export { createPlatform } from './create-platform.ts'
export { PlatformError, type PlatformErrorCode } from './errors.ts'
export type { PlatformOptions } from './options.ts'
export type { CallOptions, Platform } from './platform.ts'
export type {
  AttributionData,
  AttributionTableData,
  PeerComparisonRequest,
  PeerObject,
  TemporaryMetricInput,
  TimeComparisonRequest,
} from './services/attribution-requests.ts'
export type {
  ColumnData,
  DatasetData,
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
  LineageAnswers,
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

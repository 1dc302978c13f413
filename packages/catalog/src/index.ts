// Workspaces and their files.

export type { Workspace, WorkspaceProblem } from './definitions/workspace.ts'
export { workspaceSchema } from './workspace/codecs/workspace-file.ts'
export type { SourceText } from './workspace/files/read-source.ts'
export {
  type ParseWorkspaceOptions,
  parseWorkspace,
  type WorkspaceReading,
} from './workspace/parse-workspace.ts'
export {
  loadWorkspace,
  type ReadWorkspaceOptions,
  readWorkspace,
} from './workspace/read-workspace.ts'
export { writeWorkspace } from './workspace/write-workspace.ts'

// Definitions of a workspace.

export type {
  AccountDefinition,
  CategoryDefinition,
  GrantDefinition,
  GroupDefinition,
  ResourceRef,
  ResourceType,
  Role,
} from './definitions/access.ts'
export type {
  CalendarDefinition,
  CalendarSource,
  DateTagDefinition,
  PeriodDefinition,
} from './definitions/calendar.ts'
export type {
  ColumnDefinition,
  DatasetDefinition,
  DatasetSource,
  DatasetTime,
  FileSource,
  NamedTime,
  OriginDataType,
  PartitionDefinition,
  RelationAsOf,
  RelationDefinition,
  TableSource,
} from './definitions/dataset.ts'
export type {
  DatasourceDefinition,
  EngineCredentials,
  EngineDatasource,
  EngineLimits,
  EnginePlans,
  EngineTls,
  EngineType,
  FilesDatasource,
} from './definitions/datasource.ts'
export type {
  CategoryRef,
  DimensionAttributes,
  DimensionDefinition,
  DimensionValue,
} from './definitions/dimension.ts'
export type { FileFormatDefinition } from './definitions/file-format.ts'
export {
  type AtomicMetric,
  type CompositeMetric,
  type DerivedMetric,
  METRIC_TIME,
  type MetricAggregate,
  type MetricBase,
  type MetricDefinition,
  type MetricFormat,
  type MetricPeriod,
  type MetricTimes,
  type NonAdditive,
  type Take,
} from './definitions/metric.ts'
export type { PlanDefinition, PlanKind } from './definitions/plan.ts'

// Definitions by name.

export { type Catalog, createCatalog } from './resolve/catalog/catalog.ts'
export type {
  CompiledDefinitions,
  Moment,
  ScopeAt,
} from './resolve/catalog/compiled-definitions.ts'
export type { Reach, RelationPath } from './resolve/catalog/relations.ts'
export { type AvailableDimension, dimensionsOfMetric } from './resolve/metrics/dimensions.ts'
export { findPresentation, type Presentation } from './resolve/metrics/presentation.ts'
export type { Named, NameIndex } from './resolve/names/name-index.ts'

// From a question to a request that `attribute` of @tributary/attribution answers.

export type {
  Located,
  PreAggregation,
  SpecifiedDimensions,
  TemporaryMetric,
} from './definitions/temporary-metric.ts'
export type { AttributionQuestion, WindowQuestion } from './plan/attribution-question.ts'
export { type PlanAttributionOptions, planAttribution } from './plan/plan-attribution.ts'
export type { UserAttributes } from './resolve/rows/row-conditions.ts'

// From definitions to lineage.

export { collectCatalogLineage } from './lineage-edges/collect-lineage.ts'
export type { CatalogLineage } from './lineage-edges/lineage-set.ts'

// Errors.

export { CatalogError, type CatalogErrorCode } from './definitions/errors.ts'

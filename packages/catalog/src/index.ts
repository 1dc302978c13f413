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

export type { DatasetDefinition } from './definitions/dataset.ts'
export type { DatasourceDefinition } from './definitions/datasource.ts'
export type { DimensionDefinition } from './definitions/dimension.ts'
export {
  METRIC_TIME,
  type MetricDefinition,
  type MetricFormat,
  type MetricPeriod,
  type NonAdditive,
} from './definitions/metric.ts'
export type { PlanDefinition } from './definitions/plan.ts'

// Definitions by name.

export { type Catalog, createCatalog } from './resolve/catalog/catalog.ts'
export { type AvailableDimension, dimensionsOfMetric } from './resolve/metrics/dimensions.ts'
export { findPresentation, type Presentation } from './resolve/metrics/presentation.ts'

// From a question to a request that `attribute` of @tributary/attribution answers.

export type { Located, TemporaryMetric } from './definitions/temporary-metric.ts'
export type { AttributionQuestion, WindowQuestion } from './plan/attribution-question.ts'
export { type PlanAttributionOptions, planAttribution } from './plan/plan-attribution.ts'

// From definitions to lineage.

export { collectCatalogLineage } from './lineage-edges/collect-lineage.ts'
export type { CatalogLineage } from './lineage-edges/lineage-set.ts'

// Errors.

export { CatalogError, type CatalogErrorCode } from './definitions/errors.ts'

export { type Catalog, createCatalog, type Shown, showOnly } from './catalog.ts'
export type { AccountDefinition } from './definitions/account.ts'
export type { CategoryDefinition } from './definitions/category.ts'
export type {
  ColumnDefinition,
  DatasetDefinition,
  DatasetSource,
  OriginDataType,
  PartitionDefinition,
  RelationDefinition,
} from './definitions/dataset.ts'
export type { DatasourceDefinition } from './definitions/datasource.ts'
export type {
  CategoryRef,
  DimensionAttributes,
  DimensionDefinition,
  DimensionValue,
} from './definitions/dimension.ts'
export { datasetTable, fileGuid, fileTable } from './definitions/file-guid.ts'
export type {
  GrantDefinition,
  ResourceRef,
  ResourceType,
  Role,
} from './definitions/grant.ts'
export type { GroupDefinition } from './definitions/group.ts'
export type {
  AtomicMetric,
  CompositeMetric,
  DerivedMetric,
  MetricDefinition,
} from './definitions/metric.ts'
export { METRIC_TIME } from './definitions/metric-time.ts'
export type { PlanDefinition, PlanKind } from './definitions/plan.ts'
export { CatalogError, type CatalogErrorCode } from './errors.ts'
export type { DefinitionRef } from './lineage-edges/affected-by.ts'
export { type CatalogLineageChange, lineageChange } from './lineage-edges/lineage-change.ts'
export { lineageOf } from './lineage-edges/lineage-of.ts'
export type { CatalogLineage } from './lineage-edges/lineage-set.ts'
export { type ViewAsset, viewLineage } from './lineage-edges/view-lineage.ts'
export { type MaterialisationOptions, materialisationOf } from './materialise/materialisation-of.ts'
export type { AttributionQuestion, WindowQuestion } from './plan/attribution-question.ts'
export { namedInQuestion } from './plan/named-in-question.ts'
export { planAttribution } from './plan/plan-attribution.ts'
export { originDataTypeOf, valueTypeOf } from './resolve/column-types.ts'
export { datasetOfValue } from './resolve/dataset-of-value.ts'
export type { ResolveMetricOptions } from './resolve/descent.ts'
export { type AvailableDimension, dimensionsOfMetric } from './resolve/dimensions-of-metric.ts'
export type { Located, TemporaryMetric } from './resolve/located.ts'
export { metricDataType } from './resolve/metric-data-type.ts'
export type { Named, NameIndex } from './resolve/name-index.ts'
export type { Reach } from './resolve/reach.ts'
export type { RelationPath } from './resolve/relation-path.ts'
export { type MetricResolution, resolveMetric } from './resolve/resolve-metric.ts'
export { describeRoute, type MayName } from './route/describe-route.ts'
export type { Frontier } from './route/needed-partitions.ts'
export type { RouteCandidate } from './route/route-candidate.ts'
export { type RouteReason, reasonText } from './route/route-reason.ts'
export {
  type ChosenTable,
  isOver,
  type RejectedTable,
  type Route,
  routeRequest,
} from './route/route-request.ts'
export {
  type PartitionContents,
  type RouteTable,
  routeTable,
  type TableContents,
} from './route/route-table.ts'
export { type ResolvedView, resolveView } from './view/resolve-view.ts'
export type { ViewDefinition, ViewMetricDefinition } from './view/view-definition.ts'
export type { ViewOrderQuestion, ViewQuestion } from './view/view-question.ts'
export { loadWorkspace } from './workspace/load-workspace.ts'
export {
  type ParseWorkspaceOptions,
  parseWorkspace,
  type WorkspaceReading,
} from './workspace/parse-workspace.ts'
export { readWorkspace } from './workspace/read-workspace.ts'
export { workspaceSchema } from './workspace/schema/workspace-schema.ts'
export { workspaceSchemaText } from './workspace/schema/workspace-schema-text.ts'
export type { SourceText } from './workspace/source-text.ts'
export type { Workspace } from './workspace/workspace.ts'
export type { WorkspaceProblem } from './workspace/workspace-problem.ts'
export { writeWorkspace } from './workspace/write-workspace.ts'

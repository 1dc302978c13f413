export type {
  AccountDefinition,
  CategoryDefinition,
  GrantDefinition,
  GroupDefinition,
  ResourceRef,
  ResourceType,
  Role,
} from './definitions/access.ts'
export {
  type ColumnDefinition,
  type DatasetDefinition,
  type DatasetSource,
  type DatasourceDefinition,
  datasetTable,
  fileGuid,
  fileTable,
  type OriginDataType,
  type PartitionDefinition,
  type RelationDefinition,
} from './definitions/dataset.ts'
export type {
  CategoryRef,
  DimensionAttributes,
  DimensionDefinition,
  DimensionValue,
} from './definitions/dimension.ts'
export { CatalogError, type CatalogErrorCode } from './definitions/errors.ts'
export {
  type AtomicMetric,
  type CompositeMetric,
  type DerivedMetric,
  METRIC_TIME,
  type MetricDefinition,
} from './definitions/metric.ts'
export type { PlanDefinition, PlanKind } from './definitions/plan.ts'
export type { Located, TemporaryMetric } from './definitions/temporary-metric.ts'
export type { Workspace, WorkspaceProblem } from './definitions/workspace.ts'
export type { DefinitionRef } from './lineage-edges/affected-by.ts'
export { type CatalogLineageChange, lineageChange } from './lineage-edges/lineage-change.ts'
export { lineageOf } from './lineage-edges/lineage-of.ts'
export type { CatalogLineage } from './lineage-edges/lineage-set.ts'
export { type ViewAsset, viewLineage } from './lineage-edges/view-lineage.ts'
export { type MaterialisationOptions, materialisationOf } from './materialise/materialisation-of.ts'
export type { AttributionQuestion, WindowQuestion } from './plan/attribution-question.ts'
export { namedInQuestion } from './plan/named-in-question.ts'
export { planAttribution } from './plan/plan-attribution.ts'
export { type Catalog, createCatalog, type Shown, showOnly } from './resolve/catalog.ts'
export { originDataTypeOf, valueTypeOf } from './resolve/columns.ts'
export type { ResolveMetricOptions } from './resolve/descent.ts'
export {
  type AvailableDimension,
  datasetOfValue,
  dimensionsOfMetric,
} from './resolve/dimensions.ts'
export { metricDataType } from './resolve/metric-data-type.ts'
export type { Named, NameIndex } from './resolve/name-index.ts'
export type { Reach, RelationPath } from './resolve/relations.ts'
export { type MetricResolution, resolveMetric } from './resolve/resolve-metric.ts'
export { describeRoute, type MayName } from './route/describe-route.ts'
export type { Frontier } from './route/needed-partitions.ts'
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
  type RouteCandidate,
  type RouteTable,
  routeTable,
  type TableContents,
} from './route/route-table.ts'
export { type ResolvedView, resolveView } from './view/resolve-view.ts'
export type {
  ViewDefinition,
  ViewMetricDefinition,
  ViewOrderQuestion,
  ViewQuestion,
} from './view/view.ts'
export { workspaceSchema } from './workspace/codecs/workspace-schema.ts'
export { workspaceSchemaText } from './workspace/codecs/workspace-schema-text.ts'
export type { SourceText } from './workspace/files/read-source.ts'
export {
  type ParseWorkspaceOptions,
  parseWorkspace,
  type WorkspaceReading,
} from './workspace/parse-workspace.ts'
export { loadWorkspace, readWorkspace } from './workspace/read-workspace.ts'
export { writeWorkspace } from './workspace/write-workspace.ts'

// For the packages of this repository only; no stability promise.

// Definitions.

export {
  datasetTable,
  fileTable,
  sourceGuid,
  sourceName,
  sourceTable,
  toTableFile,
} from './definitions/dataset.ts'
export { isEngine, USUAL_LIMITS, USUAL_SCHEMAS } from './definitions/datasource.ts'
export { nameBasedId } from './definitions/name-based-id.ts'

// Custom periods.

export { brokenPeriods, type CalendarRow, periodsOfRows } from './calendar/periods-of-rows.ts'
export { cutPlans, planMeasures } from './materialise/plan-contents.ts'

// Names and types.

export { catalogInSlices, showOnly } from './resolve/catalog/catalog.ts'
export { toOriginDataType, toValueType } from './resolve/catalog/columns.ts'
export { type Meaning, meaningIn } from './resolve/catalog/meaning.ts'
export { findPathEnd } from './resolve/catalog/relations.ts'
export { describeMetric } from './resolve/metrics/describe-metric.ts'
export { datasetOfValue, longestGrain } from './resolve/metrics/dimensions.ts'
export { resolveMetric } from './resolve/metrics/resolve-metric.ts'
export { type Membership, membershipsIn, replaceMemberships } from './resolve/rows/conjunction.ts'

// Search by words.

export { type CatalogEntry, catalogEntries } from './search/catalog-entries.ts'
export { matchedPart } from './search/matched-part.ts'
export { createTextIndex, type TextIndex } from './search/text-index.ts'

// Questions.

export { attributionPlan } from './plan/plan-attribution.ts'

// Trees of metrics.

export { breakDown, MOST_NODES } from './plan/break-down.ts'
export { toIdentity } from './resolve/rows/conjunction.ts'

// Queries.

export { type ExpressionContext, expressionScope, scopeContents } from './query/expression-scope.ts'
export { type MembershipPlan, membershipPlan } from './query/membership-plan.ts'
export { queryPlan } from './query/plan-query.ts'
export { type RowsPlan, rowsPlan } from './query/plan-rows.ts'
export type { QueryQuestion } from './query/query-question.ts'
export { grainIn } from './resolve/catalog/grains.ts'
export { splitGrain } from './resolve/names/expression-names.ts'

// Materialised tables.

export { planMaterialisation } from './materialise/plan-materialisation.ts'
export { describeRoute, type MayName } from './route/describe-route.ts'
export { type RouteReason, reasonText } from './route/route-reason.ts'
export { isOver, type Route, routeRequest } from './route/route-request.ts'
export {
  type RouteCandidate,
  type RouteTable,
  routeTable,
  type TableContents,
} from './route/route-table.ts'

// Metric views.

export { type ResolvedView, resolveView } from './view/resolve-view.ts'
export type { ViewDefinition, ViewOrderQuestion, ViewQuestion } from './view/view.ts'

// Lineage of a changed catalog, and of views.

export type { DefinitionRef } from './lineage-edges/affected-by.ts'
export { lineageOfSome } from './lineage-edges/collect-lineage.ts'
export { lineageChange } from './lineage-edges/lineage-change.ts'
export { type ViewAsset, viewLineage } from './lineage-edges/view-lineage.ts'

// The published schema file.

export { workspaceSchemaText } from './workspace/codecs/workspace-file.ts'

// Dimensions of a question.

export { dimensionsOfQuestion } from './plan/attribution-question.ts'

// YAML with the places of its values.

export { readYaml, type YamlFile } from './workspace/files/read-yaml.ts'
export { writeYaml } from './workspace/files/write-yaml.ts'
export { checkWorkspace } from './workspace/parse-workspace.ts'

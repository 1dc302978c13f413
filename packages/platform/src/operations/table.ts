import type { AnswerOf, OperationId, RequestOf } from '@tributary/contract'
import { cancelTask } from './acceleration/cancel-task.ts'
import { createBackfill } from './acceleration/create-backfill.ts'
import { deletePlan } from './acceleration/delete-plan.ts'
import { listPlans } from './acceleration/list-plans.ts'
import { listSourceTables } from './acceleration/list-source-tables.ts'
import { listTasks } from './acceleration/list-tasks.ts'
import { partitionStates } from './acceleration/partition-states.ts'
import { planDetail } from './acceleration/plan-detail.ts'
import { planPartitions } from './acceleration/plan-partitions.ts'
import { retryTask } from './acceleration/retry-task.ts'
import { taskInstance } from './acceleration/task-instance.ts'
import { taskInstances } from './acceleration/task-instances.ts'
import { triggerSourceTable } from './acceleration/trigger-source-table.ts'
import { triggerSourceTableRange } from './acceleration/trigger-source-table-range.ts'
import { breakDown } from './attribution/break-down.ts'
import { comparePath } from './attribution/compare-path.ts'
import { comparePeers } from './attribution/compare-peers.ts'
import { compareTimes } from './attribution/compare-times.ts'
import { compareTreePeers } from './attribution/compare-tree-peers.ts'
import { compareTreeTimes } from './attribution/compare-tree-times.ts'
import { findCauses } from './attribution/find-causes.ts'
import { rankDimensions } from './attribution/rank-dimensions.ts'
import { cancelDefinitionsImport } from './definitions/cancel-definitions-import.ts'
import { datasetDetail } from './definitions/dataset-detail.ts'
import { definitionsImport } from './definitions/definitions-import.ts'
import { dimensionDetail } from './definitions/dimension-detail.ts'
import { dimensionsOfMetrics } from './definitions/dimensions-of-metrics.ts'
import { importDefinitions } from './definitions/import-definitions.ts'
import { metricDetail } from './definitions/metric-detail.ts'
import { searchCatalog } from './definitions/search-catalog.ts'
import { collectEdges, iterateEdges } from './lineage/all-lineage.ts'
import { cancelLineageImport } from './lineage/cancel-lineage-import.ts'
import { joinPieces, writeLineagePieces } from './lineage/export-lineage.ts'
import { importLineage } from './lineage/import-lineage.ts'
import { lineageCycles } from './lineage/lineage-cycles.ts'
import { lineageDifference } from './lineage/lineage-difference.ts'
import { lineageEvidence } from './lineage/lineage-evidence.ts'
import { lineageImpact } from './lineage/lineage-impact.ts'
import { lineageImport } from './lineage/lineage-import.ts'
import { lineageLooseEnds } from './lineage/lineage-loose-ends.ts'
import { lineageMoments } from './lineage/lineage-moments.ts'
import { lineageSinglePoints } from './lineage/lineage-single-points.ts'
import { searchLineage } from './lineage/search-lineage.ts'
import { isAboutPast, vertexLineage } from './lineage/vertex-lineage.ts'
import {
  admitHeavy,
  admitHeavyIf,
  admitImport,
  admitLight,
  admitStream,
  type Entry,
} from './operation.ts'
import type { OptionsOf } from './options.ts'
import { resourceEntries } from './permissions/resource-entries.ts'
import { checkExpression } from './query/check-expression.ts'
import { datasetExtent } from './query/dataset-extent.ts'
import { dimensionValues } from './query/dimension-values.ts'
import { expressionScope } from './query/expression-scope.ts'
import { metricMovements } from './query/metric-movements.ts'
import { metricSeries } from './query/metric-series.ts'
import { queryMetrics } from './query/query-metrics.ts'
import { caller } from './users/caller.ts'
import { deleteUserAttributes } from './users/delete-user-attributes.ts'
import { moveUserGroup } from './users/move-user-group.ts'
import { saveUserAttributes } from './users/save-user-attributes.ts'
import { userAttributes } from './users/user-attributes.ts'
import { userGroups } from './users/user-groups.ts'
import { createMetricView } from './views/create-metric-view.ts'
import { deleteView } from './views/delete-view.ts'
import { listViews } from './views/list-views.ts'
import { viewDetail } from './views/view-detail.ts'

/** The entry of each operation. */
export type OperationTable = {
  readonly [Id in OperationId]: Entry<RequestOf<Id>, OptionsOf<Id>, AnswerOf<Id>>
}

/** How each operation is admitted and answered, in the order of the API. */
export const OPERATION_TABLE: OperationTable = {
  createBackfill: admitLight(createBackfill),
  taskInstances: admitLight(taskInstances),
  taskInstance: admitLight(taskInstance),
  triggerSourceTable: admitLight(triggerSourceTable),
  triggerSourceTableRange: admitLight(triggerSourceTableRange),
  listSourceTables: admitLight(listSourceTables),
  planDetail: admitLight(planDetail),
  planPartitions: admitLight(planPartitions),
  partitionStates: admitLight(partitionStates),
  listPlans: admitLight(listPlans),
  listTasks: admitLight(listTasks),
  retryTask: admitLight(retryTask),
  cancelTask: admitLight(cancelTask),
  deletePlan: admitLight(deletePlan),
  comparePeers: admitHeavy(comparePeers),
  compareTimes: admitHeavy(compareTimes),
  comparePath: admitHeavy(comparePath),
  findCauses: admitHeavy(findCauses),
  breakDown: admitLight(breakDown),
  compareTreeTimes: admitHeavy(compareTreeTimes),
  compareTreePeers: admitHeavy(compareTreePeers),
  rankDimensions: admitHeavy(rankDimensions),
  queryMetrics: admitHeavy(queryMetrics),
  metricMovements: admitHeavy(metricMovements),
  metricSeries: admitHeavy(metricSeries),
  dimensionValues: admitHeavy(dimensionValues),
  datasetExtent: admitHeavy(datasetExtent),
  expressionScope: admitLight(expressionScope),
  checkExpression: admitLight(checkExpression),
  dimensionDetail: admitLight(dimensionDetail),
  dimensionsOfMetrics: admitLight(dimensionsOfMetrics),
  metricDetail: admitLight(metricDetail),
  searchCatalog: admitLight(searchCatalog),
  datasetDetail: admitLight(datasetDetail),
  importDefinitions: admitImport(importDefinitions),
  definitionsImport: admitLight(definitionsImport),
  cancelDefinitionsImport: admitLight(cancelDefinitionsImport),
  resourceEntries: admitLight(resourceEntries),
  createMetricView: admitLight(createMetricView),
  listViews: admitLight(listViews),
  viewDetail: admitLight(viewDetail),
  deleteView: admitLight(deleteView),
  caller: admitLight(caller),
  saveUserAttributes: admitLight(saveUserAttributes),
  deleteUserAttributes: admitLight(deleteUserAttributes),
  userAttributes: admitLight(userAttributes),
  userGroups: admitLight(userGroups),
  moveUserGroup: admitLight(moveUserGroup),
  allLineage: admitStream(iterateEdges, collectEdges),
  vertexLineage: admitHeavyIf(isAboutPast, vertexLineage),
  lineageEvidence: admitHeavy(lineageEvidence),
  lineageImpact: admitHeavy(lineageImpact),
  lineageSinglePoints: admitHeavy(lineageSinglePoints),
  lineageLooseEnds: admitHeavy(lineageLooseEnds),
  lineageCycles: admitHeavy(lineageCycles),
  lineageDifference: admitHeavy(lineageDifference),
  lineageMoments: admitHeavy(lineageMoments),
  searchLineage: admitHeavy(searchLineage),
  exportLineage: admitStream(writeLineagePieces, joinPieces),
  lineageImport: admitLight(lineageImport),
  cancelLineageImport: admitLight(cancelLineageImport),
  importLineage: admitImport(importLineage),
}

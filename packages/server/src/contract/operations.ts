import type { EdgeData } from '@tributary/platform'
import type { Static } from 'typebox'
import type { attributionData, peerComparisonBody, timeComparisonBody } from './attribution.ts'
import type { datasetData, datasetNameQuery } from './dataset.ts'
import type { dimensionData, dimensionsOfMetricsData } from './dimension.ts'
import type { VertexLineageParameters, vertexLineageData } from './lineage.ts'
import type { exportQuery, importedData, importQuery } from './lineage-exchange.ts'
import type {
  cyclesData,
  differenceData,
  differenceQuery,
  evidenceData,
  evidenceQuery,
  impactData,
  impactQuery,
  looseEndsData,
  oneVertex,
  singlePointsData,
} from './lineage-questions.ts'
import type { createMetricViewBody } from './metric-view.ts'
import type {
  deletePlanQuery,
  planDetailData,
  planPartitionsData,
  planPartitionsQuery,
  planQuery,
} from './plan.ts'
import type { resourceEntriesBody, resourceEntriesData } from './resource-entries.ts'
import type {
  backfillBody,
  taskInstanceData,
  taskInstanceQuery,
  taskInstancesData,
  taskInstancesQuery,
} from './task.ts'
import type { triggerRangeBody, triggerTimesBody } from './trigger.ts'
import type {
  deleteUserAttributesBody,
  saveUserAttributesBody,
  userAttributesBody,
  userAttributesData,
} from './user-attributes.ts'
import type { moveUserGroupBody, userGroupsBody, userGroupsData } from './user-groups.ts'

/** What an operation takes and gives on the wire; null for one that takes nothing. */
export interface Operation<Request, Data> {
  /** The body, or for GET the query parameters (and `queryBy`, which is a header); a body that is a file is `text`. */
  readonly request: Request
  /** `data` of the envelope; of export the file itself, and of an operation without an envelope the whole answer. */
  readonly data: Data
}

/** Every operation of the API by its `operationId`, as its schemas type it. For those who call it. */
export interface Operations {
  /** E1: makes the task that refreshes a plan's partitions; gives its `dagName`. */
  createBackfill: Operation<Static<typeof backfillBody>, string>
  /** E2: one page of a task's instances, and how far the task is. */
  taskInstances: Operation<Static<typeof taskInstancesQuery>, Static<typeof taskInstancesData>>
  /** E3: one instance, with the SQL that it ran and the error that it failed with. */
  taskInstance: Operation<Static<typeof taskInstanceQuery>, Static<typeof taskInstanceData>>
  /** E4: why a metric differs between two objects. */
  comparePeers: Operation<Static<typeof peerComparisonBody>, Static<typeof attributionData>>
  /** E5: why a metric differs between two time ranges. */
  compareTimes: Operation<Static<typeof timeComparisonBody>, Static<typeof attributionData>>
  /** E6: who has which permission on a resource, direct and inherited. */
  resourceEntries: Operation<Static<typeof resourceEntriesBody>, Static<typeof resourceEntriesData>>
  /** E7: runs a source table's instances for some times, then what depends on them. */
  triggerSourceTable: Operation<Static<typeof triggerTimesBody>, true>
  /** E8: the same for every time of the schedule in a range. */
  triggerSourceTableRange: Operation<Static<typeof triggerRangeBody>, true>
  /** E9: a plan, what its table holds and what was done for it last; null when there is none. */
  planDetail: Operation<Static<typeof planQuery>, Static<typeof planDetailData> | null>
  /** E13: one page of the partitions that were recorded for a plan's table, the newest first. */
  planPartitions: Operation<Static<typeof planPartitionsQuery>, Static<typeof planPartitionsData>>
  /** E22: deletes a plan with its schedule, what waits and runs for it, and its table. */
  deletePlan: Operation<Static<typeof deletePlanQuery>, 'success'>
  /** E10: gives users attributes; all or nothing. */
  saveUserAttributes: Operation<Static<typeof saveUserAttributesBody>, true>
  /** E11: takes attributes from users; all or nothing. */
  deleteUserAttributes: Operation<Static<typeof deleteUserAttributesBody>, true>
  /** E12: the attributes of users, in the order asked. */
  userAttributes: Operation<Static<typeof userAttributesBody>, Static<typeof userAttributesData>>
  /** E14: makes a metric view. */
  createMetricView: Operation<Static<typeof createMetricViewBody>, true>
  /** E15: every lineage edge of the tenant. */
  allLineage: Operation<null, { readonly edgeList: readonly EdgeData[] }>
  /** E16: the neighbourhood of one asset. */
  vertexLineage: Operation<VertexLineageParameters, Static<typeof vertexLineageData>>
  /** How data flows from one asset to another. */
  lineageEvidence: Operation<Static<typeof evidenceQuery>, Static<typeof evidenceData>>
  /** What breaks and what degrades without an asset. */
  lineageImpact: Operation<Static<typeof impactQuery>, Static<typeof impactData>>
  /** Everything upstream whose removal alone breaks an asset. */
  lineageSinglePoints: Operation<Static<typeof oneVertex>, Static<typeof singlePointsData>>
  /** What feeds no metric and no view, and what nothing feeds. */
  lineageLooseEnds: Operation<null, Static<typeof looseEndsData>>
  /** Assets that feed one another in a circle. */
  lineageCycles: Operation<null, Static<typeof cyclesData>>
  /** What is different between two moments. */
  lineageDifference: Operation<Static<typeof differenceQuery>, Static<typeof differenceData>>
  /** All lineage as a file in one of seven formats. */
  exportLineage: Operation<Static<typeof exportQuery>, string>
  /** Takes in lineage from the text of a file; all or nothing. */
  importLineage: Operation<
    Static<typeof importQuery> & { readonly text: string },
    Static<typeof importedData>
  >
  /** E17: one dimension, by name or with `queryBy: 'UUID'` by code. */
  dimensionDetail: Operation<
    { readonly dimName: string; readonly queryBy?: 'UUID' },
    Static<typeof dimensionData>
  >
  /** E18: the dimensions that each of the metrics can be analysed by. */
  dimensionsOfMetrics: Operation<
    { readonly metricNames: readonly string[] },
    Static<typeof dimensionsOfMetricsData>
  >
  /** E19: one dataset, with what the caller may do with it. */
  datasetDetail: Operation<Static<typeof datasetNameQuery>, Static<typeof datasetData>>
  /** E20: one page of the user groups, in the order of the tree. */
  userGroups: Operation<Static<typeof userGroupsBody>, Static<typeof userGroupsData>>
  /** E21: moves a group, with all below it. */
  moveUserGroup: Operation<Static<typeof moveUserGroupBody>, true>
}

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
import type { resourceEntriesBody, resourceEntriesData } from './resource-entries.ts'
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
  /** `data` of the envelope; of export the file itself. */
  readonly data: Data
}

/** Every operation of the API by its `operationId`, as its schemas type it. For those who call it. */
export interface Operations {
  /** E4: why a metric differs between two objects. */
  comparePeers: Operation<Static<typeof peerComparisonBody>, Static<typeof attributionData>>
  /** E5: why a metric differs between two time ranges. */
  compareTimes: Operation<Static<typeof timeComparisonBody>, Static<typeof attributionData>>
  /** E6: who has which permission on a resource, direct and inherited. */
  resourceEntries: Operation<Static<typeof resourceEntriesBody>, Static<typeof resourceEntriesData>>
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

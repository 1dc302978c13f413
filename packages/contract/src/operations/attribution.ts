import { ROUTES } from '../routes.ts'
import {
  attributionData,
  pathComparisonBody,
  pathComparisonData,
  peerComparisonBody,
  timeComparisonBody,
} from '../schemas/attribution.ts'
import { rankBody, rankData, rootCauseBody, rootCauseData } from '../schemas/causes.ts'
import {
  breakdownBody,
  breakdownData,
  treeComparisonData,
  treePeerComparisonBody,
  treeTimeComparisonBody,
} from '../schemas/metric-tree.ts'
import type { OperationGroup } from './operation.ts'

/** Operations about why a metric changed. */
export const ATTRIBUTION_OPERATIONS = {
  comparePeers: {
    ...ROUTES.comparePeers,
    long: true,
    tagged: true,
    tag: 'attribution',
    summary: 'Attribution by peer comparison',
    body: peerComparisonBody,
    data: attributionData,
    meaning: 'The contributions to the difference.',
  },
  compareTimes: {
    ...ROUTES.compareTimes,
    long: true,
    tagged: true,
    tag: 'attribution',
    summary: 'Attribution by time comparison',
    body: timeComparisonBody,
    data: attributionData,
    meaning: 'The contributions to the difference.',
  },
  comparePath: {
    ...ROUTES.comparePath,
    long: true,
    tag: 'attribution',
    summary: 'Attribution along a path of dimensions',
    description:
      'Divides the change of a metric between two time ranges by the values of a dimension, each of these by the values of the next dimension, and so on. The answer has what is left out below each row, so every step adds up to the one before.',
    body: pathComparisonBody,
    data: pathComparisonData,
    meaning: 'The contributions, step by step.',
  },
  findCauses: {
    ...ROUTES.findCauses,
    tag: 'attribution',
    summary: 'Root causes of a change',
    description:
      'Finds the combinations of dimension values that changed differently from the rest. Without `dimensions`, those of the metric are searched.',
    body: rootCauseBody,
    data: rootCauseData,
    spoken: true,
    meaning: 'The causes, what everything has in common, and what is left.',
  },
  breakDown: {
    ...ROUTES.breakDown,
    tag: 'attribution',
    summary: 'The tree of a metric',
    description:
      'The metrics that a metric is computed from, and what these are computed from. The answer is the `metricTreeDef` of tree_time_compare and tree_peer_compare.',
    body: breakdownBody,
    data: breakdownData,
    meaning: 'The tree.',
  },
  compareTreeTimes: {
    ...ROUTES.compareTreeTimes,
    tag: 'attribution',
    summary: 'Attribution along a tree of metrics by time comparison',
    description:
      'How much each metric of a tree contributes to the change of its parent and of the root. A tree whose expressions do not give the values of its metrics is refused.',
    body: treeTimeComparisonBody,
    data: treeComparisonData,
    meaning: 'The nodes, parents first.',
  },
  compareTreePeers: {
    ...ROUTES.compareTreePeers,
    tag: 'attribution',
    summary: 'Attribution along a tree of metrics by peer comparison',
    body: treePeerComparisonBody,
    data: treeComparisonData,
    meaning: 'The nodes, parents first.',
  },
  rankDimensions: {
    ...ROUTES.rankDimensions,
    tag: 'attribution',
    summary: 'Dimensions by how much they explain of a change',
    body: rankBody,
    data: rankData,
    meaning: 'The dimensions, best first.',
  },
} as const satisfies OperationGroup

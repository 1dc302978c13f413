import { Type } from 'typebox'
import {
  answeredRanges,
  metricDefinitions,
  peerComparison,
  temporaryMetric,
  timeComparison,
} from './attribution.ts'
import { createMap, name, nullable, object, objects, text, type ValueOf } from './schema.ts'

/** Body of breakdown. */
export const breakdownBody = Type.Object({
  metric: name('The metric to break down: name, code or display name.'),
})

const tree = {
  rootNode: text('The node of the metric itself.'),
  metricTree: createMap(Type.String(), {
    description:
      'By node, an expression of its children: `[node_002] / [node_003]`. Nodes without children have none.',
  }),
  metricTreeNodes: createMap(Type.String(), {
    description: 'By node, its metric: name, code, display name, or a key of `metricDefinitions`.',
  }),
}

/** `data` of breakdown. */
export const breakdownData = Type.Object({
  ...tree,
  metricDefinitions: createMap(temporaryMetric, {
    description: 'Temporary metrics for the nodes whose metric has no name, by key.',
  }),
})

const metricTreeDef = object('The answer of breakdown, perhaps edited.', {
  ...tree,
  metricDefinitions,
})

/** Body of tree_time_compare. */
export const treeTimeComparisonBody = Type.Object({ metricTreeDef, attribution: timeComparison })

/** Body of tree_peer_compare. */
export const treePeerComparisonBody = Type.Object({ metricTreeDef, attribution: peerComparison })

const number = (description: string) => nullable(Type.Number({ description }))

/** `data` of tree_time_compare and tree_peer_compare. */
export const treeComparisonData = Type.Object({
  rootNode: text('The node of the metric itself.'),
  nodes: objects('The nodes, parents first, children in the order of the expression.', {
    node: text('The node.'),
    metric: text('Its metric.'),
    parent: nullable(text('The node above; null for the root.')),
    expression: nullable(text('The expression of its children; null without children.')),
    currentValue: number('The metric in the current window; null where it has no value.'),
    compareValue: number('The same in the compare window.'),
    currentValueText: Type.Optional(
      nullable(
        text('`currentValue` with every digit; only where one of the two numbers would lose some.'),
      ),
    ),
    compareValueText: Type.Optional(nullable(text('`compareValue` with every digit.'))),
    growth: nullable(text('`currentValue - compareValue`, exact.')),
    growthRate: nullable(text('`growth / compareValue`; null when that is 0.')),
    contribution: number(
      'What it contributes to the growth of its parent, in the unit of the parent; of the root its growth.',
    ),
    relativeContributionRate: number(
      '`contribution` over the growth of the parent; null when that is 0, and for the root.',
    ),
    overallContributionRate: number(
      'What it contributes to the growth of the root over that growth; null when that is 0.',
    ),
    method: nullable(
      text(
        'How its growth divides among its children: `sum`, `logarithmicMean` or `shapley`; null without children.',
      ),
    ),
    reason: nullable(text('Why its growth does not divide; null when it does.')),
  }),
  warning: nullable(text('A warning; null when there is none.')),
  ranges: answeredRanges,
})

/** Body of breakdown. */
export type BreakdownRequest = ValueOf<typeof breakdownBody>
/** `data` of breakdown. */
export type BreakdownData = ValueOf<typeof breakdownData>
/** Body of tree_time_compare. */
export type TreeTimeComparisonRequest = ValueOf<typeof treeTimeComparisonBody>
/** Body of tree_peer_compare. */
export type TreePeerComparisonRequest = ValueOf<typeof treePeerComparisonBody>
/** `data` of tree_time_compare and tree_peer_compare. */
export type TreeComparisonData = ValueOf<typeof treeComparisonData>

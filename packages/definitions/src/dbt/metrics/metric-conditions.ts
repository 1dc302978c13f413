import { type Expr, print, references, rewrite } from '@tributary/expression'
import type { ElementReference } from '../manifest/template.ts'

/** A condition on metrics by an entity, whose names are those of metrics of the manifest. */
export interface MetricCondition {
  readonly tree: Expr
  /** The element by whose values the metrics are computed, in parts. */
  readonly per: readonly string[]
}

/** A tree, or why there is none. */
export type ConditionReading = { readonly tree: Expr } | { readonly refused: string }

/**
 * A filter in which each part that names nothing but metrics by one entity is replaced by what `dimensionOf` gives for it.
 * `metrics` has the references to metrics by the names that they have in the tree. What compares a metric with a dimension, or
 * negates both together, is refused.
 */
export function replaceMetricConditions(
  tree: Expr,
  metrics: ReadonlyMap<string, ElementReference>,
  findDimension: (condition: MetricCondition) => ConditionReading,
): ConditionReading {
  const named = references(tree)
  const metricReferences = named.flatMap((name) =>
    name.kind === 'field' ? (metrics.get(name.name) ?? []) : [],
  )
  const [first] = metricReferences
  if (first === undefined) return { tree }
  const { groupBy } = first
  const isOneEntity = metricReferences.every(
    (reference) => reference.groupBy.join(' ') === groupBy.join(' '),
  )
  if (metricReferences.length === named.length && isOneEntity && tree.kind !== 'field') {
    if (groupBy.length !== 1) {
      return {
        refused: `a filter by the metric ${toMetricName(first)} by ${groupBy.length} entities`,
      }
    }
    return findDimension({ tree: replaceMarks(tree, metrics), per: groupBy[0]!.split('__') })
  }
  if (tree.kind !== 'logical') {
    return { refused: `a filter by the metric ${toMetricName(first)} and something else in one` }
  }
  const operands: Expr[] = []
  for (const operand of tree.operands) {
    const read = replaceMetricConditions(operand, metrics, findDimension)
    if ('refused' in read) return read
    operands.push(read.tree)
  }
  return { tree: { ...tree, operands } }
}

function toMetricName({ parts }: ElementReference): string {
  return parts.join('__')
}

function replaceMarks(tree: Expr, metrics: ReadonlyMap<string, ElementReference>): Expr {
  return rewrite(tree, (node) =>
    node.kind === 'field' ? { ...node, name: toMetricName(metrics.get(node.name)!) } : node,
  )
}

/** The text of a condition, with the metrics by what they are called in the workspace. */
export function printCondition(
  { tree }: MetricCondition,
  toName: (metric: string) => string,
): string {
  return print(
    rewrite(tree, (node) => (node.kind === 'field' ? { ...node, name: toName(node.name) } : node)),
  )
}

/** The metrics that a condition names, each once. */
export function listMetrics({ tree }: MetricCondition): readonly string[] {
  return [
    ...new Set(
      references(tree).flatMap((reference) => (reference.kind === 'field' ? [reference.name] : [])),
    ),
  ]
}

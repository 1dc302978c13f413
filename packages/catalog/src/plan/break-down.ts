import { TributaryError } from '@tributary/core'
import { type Expr, parse, print, references, rewrite } from '@tributary/expression'
import type { ResourceRef } from '../definitions/access.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { describeMetric } from '../resolve/metrics/describe-metric.ts'
import { resolveMetric } from '../resolve/metrics/resolve-metric.ts'

/** The metrics that a metric is computed from, as a tree of nodes. */
export interface MetricBreakdown {
  readonly root: string
  /** By node: its expression, which names its children. A node without children has none. */
  readonly expressions: ReadonlyMap<string, string>
  /** By node: a metric of the catalog, or a key of `temporary`. */
  readonly metrics: ReadonlyMap<string, string>
  /** Metrics over fewer rows that have no name in the catalog. */
  readonly temporary: ReadonlyMap<string, FilteredMetric>
}

/** A metric of the catalog over fewer rows. */
export interface FilteredMetric {
  readonly metric: string
  readonly filters: readonly string[]
}

/** Options of {@link breakDown}. */
export interface BreakDownOptions {
  /** The local time of relative conditions. */
  readonly now: bigint
  /** Whether the caller may see what a metric is computed from. */
  readonly mayUse: (resource: ResourceRef) => boolean
}

/** The most nodes of a tree; what would exceed it stays a measure. */
export const MOST_NODES = 100

/**
 * Breaks a metric down to the metrics that its formula names, and these in turn. A DERIVED metric of a formula has the
 * metrics of the formula under its own filters as children. A measure: one aggregate, a formula of aggregates of a dataset, a
 * metric of which the caller may not use all that it is computed from, and one below which a metric has a row condition of its own.
 */
export function breakDown(
  catalog: Catalog,
  metric: Located,
  options: BreakDownOptions,
): MetricBreakdown {
  const expressions = new Map<string, string>()
  const metrics = new Map<string, string>()
  const temporary = new Map<string, FilteredMetric>()
  const waiting: Waiting[] = []
  const root = add({ metric: catalog.metric(metric.text, metric.path).name, filters: [] })
  for (const { node, ...part } of waiting) {
    const formula = findFormulaBelow(catalog, part, options)
    if (formula === null || metrics.size + formula.names.length > MOST_NODES) continue
    const { filters } = formula
    const nodes = new Map(
      formula.names.map((name) => {
        return [name, add({ metric: catalog.metric(name).name, filters })]
      }),
    )
    const renamed = rewrite(formula.ast, (expression) =>
      expression.kind === 'field'
        ? { ...expression, name: nodes.get(expression.name)! }
        : expression,
    )
    expressions.set(node, print(renamed))
  }
  return { root, expressions, metrics, temporary }

  function add(part: FilteredMetric): string {
    const node = `node_${String(metrics.size + 1).padStart(3, '0')}`
    metrics.set(node, part.filters.length === 0 ? part.metric : addTemporary(part, node))
    waiting.push({ node, ...part })
    return node
  }

  function addTemporary(part: FilteredMetric, node: string): string {
    let key = `${part.metric}_of_${node}`
    while (catalog.unrestricted.metrics.find(key).length > 0) key = `${key}_`
    temporary.set(key, part)
    return key
  }
}

interface Waiting extends FilteredMetric {
  readonly node: string
}

interface Formula {
  readonly ast: Expr
  /** The metrics that it names, each as written. */
  readonly names: readonly string[]
  readonly filters: readonly string[]
}

/** The formula below a metric with the filters on the way to it; null for a measure. */
function findFormulaBelow(
  catalog: Catalog,
  part: FilteredMetric,
  { now, mayUse }: BreakDownOptions,
): Formula | null {
  const filters = [...part.filters]
  let metric: MetricDefinition = catalog.metric(part.metric)
  while (metric.type === 'DERIVED') {
    if (metric.period !== undefined) return null
    filters.push(...metric.filters)
    metric = catalog.unrestricted.metric(metric.metric)
  }
  if (metric.type !== 'COMPOSITE' || metric.dataset !== null) return null
  const { ast } = parse(metric.expr)
  if (ast === null) return null
  const { basedOn } = describeMetric(catalog, catalog.metric(part.metric), now)
  const isLimited = basedOn.some(({ type, name }) => {
    return type === 'METRIC' && catalog.unrestricted.metrics.byName(name)?.rows !== undefined
  })
  if (isLimited || !basedOn.every(mayUse)) return null
  const fields = references(ast).flatMap((reference) =>
    reference.kind === 'field' ? [reference.name] : [],
  )
  const names = [...new Set(fields)]
  const areExpressible = names.every((name) =>
    isExpressible(catalog, { metric: name, filters }, now),
  )
  return names.length === 0 || !areExpressible ? null : { ast, names, filters }
}

/** Whether the caller can ask for a metric over fewer rows: a filter may name what is hidden from the caller. */
function isExpressible(
  catalog: Catalog,
  { metric, filters }: FilteredMetric,
  now: bigint,
): boolean {
  const path = 'metric'
  const temporaryMetric = {
    refMetric: { text: metric, path },
    filters: filters.map((text) => ({ text, path })),
  }
  try {
    resolveMetric(
      catalog,
      { text: '', path },
      { now, temporaryMetrics: new Map([['', temporaryMetric]]) },
    )
    return true
  } catch (error) {
    if (error instanceof TributaryError) return false
    throw error
  }
}

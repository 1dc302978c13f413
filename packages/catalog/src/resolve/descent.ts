import { compile, type TypedExpr } from '@tributary/expression'
import { extractAggregates } from '@tributary/expression/internal'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { metricCycle } from '../definitions/errors.ts'
import type { AtomicMetric, CompositeMetric, DerivedMetric } from '../definitions/metric.ts'
import type { Located, TemporaryMetric } from '../definitions/temporary-metric.ts'
import type { Catalog } from './catalog.ts'
import { allOf } from './conjunction.ts'
import { type LeafSet, nestedOf, type ResolvedLeaf, type Step } from './leaves.ts'
import type { WindowMove } from './other-period.ts'
import { compileDefinition, datasetScope } from './row-scopes.ts'

/** What a metric is resolved with. */
export interface ResolveMetricOptions {
  /** Metrics of the request alone. Their keys win over the catalog's names and are never mapped. */
  readonly temporaryMetrics?: ReadonlyMap<string, TemporaryMetric>
  /** The request's moment for `Now()`, in microseconds since 1970 in the tenant's local time. */
  readonly now?: bigint
  /** What may still be written out; a question shares one among all that it resolves. */
  readonly budget?: MetricBudget
}

/** How many aggregates may still be written out: temporary metrics that name one another twice double at each step. */
export interface MetricBudget {
  parts: number
}

/** A fresh budget, of 20,000. */
export function metricBudget(): MetricBudget {
  return { parts: 20_000 }
}

/** What stays the same on the way down. */
export interface ResolutionContext {
  readonly catalog: Catalog
  readonly options: ResolveMetricOptions
  readonly leaves: LeafSet
  readonly datasets: Set<DatasetDefinition>
  readonly budget: MetricBudget
}

/** A condition of a metric above, and whether the catalog defines that metric. */
export interface InheritedFilter extends Located {
  readonly isDefined: boolean
}

/** What the metrics above give to those below. */
export interface InheritedContext {
  /** What a leaf is to be called; null for its own metric's name. */
  readonly label: string | null
  readonly filters: readonly InheritedFilter[]
  /** The metrics above, outermost first. */
  readonly trail: readonly string[]
  readonly moves: readonly WindowMove[]
  readonly step: Step | null
}

/** What the metric that is asked for inherits. */
export const NO_CONTEXT: InheritedContext = {
  label: null,
  filters: [],
  trail: [],
  moves: [],
  step: null,
}

/** What the metrics above say about the rows of a leaf. */
export function rowsOf(
  { catalog, options, datasets }: ResolutionContext,
  dataset: DatasetDefinition,
  { filters, moves, step }: InheritedContext,
): Pick<ResolvedLeaf, 'filter' | 'moves' | 'nested'> {
  datasets.add(dataset)
  const temporaryMetrics = new Set(options.temporaryMetrics?.keys())
  const scope = datasetScope(catalog, dataset, { temporaryMetrics })
  const conditions = filters.map(({ text, path, isDefined }) => {
    const place = { path, expect: 'BOOLEAN', ...nowOf(options) } as const
    return isDefined
      ? compileDefinition(catalog, dataset, text, place)
      : compile(text, scope, place)
  })
  return {
    filter: allOf(conditions),
    moves,
    ...(step === null ? {} : { nested: nestedOf(step, scope) }),
  }
}

/** The conditions of a metric of the catalog. */
export function definedFilters({
  name,
  filters,
}: AtomicMetric | DerivedMetric): readonly InheritedFilter[] {
  return filters.map((text, i) => {
    return { text, path: `metric ${name}, filters[${i}]`, isDefined: true }
  })
}

/** The moment of the request, as the language takes it. */
export function nowOf(options: ResolveMetricOptions): { now?: bigint } {
  return options.now === undefined ? {} : { now: options.now }
}

/** The metrics above one, and it; throws `CATALOG_METRIC_CYCLE` when it stands above itself. */
export function extend(trail: readonly string[], name: string, path: string): readonly string[] {
  const from = trail.indexOf(name)
  if (from >= 0) throw metricCycle([...trail.slice(from), name], path)
  return [...trail, name]
}

/** A formula of aggregates over the rows of a dataset. */
export function aggregatesOf(
  descent: ResolutionContext,
  metric: CompositeMetric,
  datasetName: string,
  above: InheritedContext,
): TypedExpr {
  const { catalog, options } = descent
  const where = `metric ${metric.name}`
  const dataset = catalog.dataset(datasetName, `${where}, dataset`)
  const typed = compileDefinition(catalog, dataset, metric.expr, {
    path: `${where}, expr`,
    expect: 'NUMBER',
    level: 'metric',
    ...nowOf(options),
  })
  const inherited = rowsOf(descent, dataset, above)
  return extractAggregates(typed, ({ aggregate, argument, filter, fraction }) =>
    descent.leaves.add(metric.name, {
      aggregate,
      argument,
      ...inherited,
      filter: allOf([filter, inherited.filter]),
      ...(fraction === undefined ? {} : { fraction }),
    }),
  )
}

/** One aggregate over the rows of a dataset; a mean is two. */
export function leafOf(
  descent: ResolutionContext,
  metric: AtomicMetric,
  above: InheritedContext,
): TypedExpr {
  const { catalog, options, leaves } = descent
  const where = `metric ${metric.name}`
  const dataset = catalog.dataset(metric.dataset, `${where}, dataset`)
  const own = definedFilters(metric)
  const inherited = rowsOf(descent, dataset, { ...above, filters: [...own, ...above.filters] })
  const argument =
    metric.expr === null
      ? null
      : compileDefinition(catalog, dataset, metric.expr, {
          path: `${where}, expr`,
          ...expectedOf(metric),
          ...nowOf(options),
        })
  const name = above.label ?? metric.name
  const { aggregate } = metric
  switch (aggregate) {
    case 'AVG': {
      const left = leaves.add(name, { aggregate: 'SUM', argument, ...inherited })
      const right = leaves.add(`${name}_count`, { aggregate: 'COUNT', argument, ...inherited })
      return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left, right }
    }
    case 'MEDIAN':
    case 'PERCENTILE': {
      const fraction = aggregate === 'MEDIAN' ? 0.5 : (metric.fraction ?? 0.5)
      return leaves.add(name, { aggregate: 'PERCENTILE', fraction, argument, ...inherited })
    }
    default:
      return leaves.add(name, { aggregate, argument, ...inherited })
  }
}

function expectedOf(metric: AtomicMetric): { expect?: 'NUMBER' } {
  return metric.aggregate === 'COUNT' || metric.aggregate === 'COUNT_DISTINCT'
    ? {}
    : { expect: 'NUMBER' }
}

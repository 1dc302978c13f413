import type { ResolvedMetric } from '@tributary/attribution'
import { assertNever } from '@tributary/core'
import { compile, type TypedExpr } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { AtomicMetric, MetricDefinition } from '../definitions/metric.ts'
import { metricCycle, metricSpansDatasets, unknownName } from '../errors.ts'
import { allOf } from './all-of.ts'
import { datasetScope } from './dataset-scope.ts'
import { createLeafSet, type LeafSet } from './leaf-set.ts'
import type { Located, TemporaryMetric } from './located.ts'
import { metricScope } from './metric-scope.ts'

/** What a metric is resolved with. */
export interface ResolveMetricOptions {
  /** Metrics of the request alone. Their keys win over the catalog's names and are never mapped. */
  readonly temporaryMetrics?: ReadonlyMap<string, TemporaryMetric>
  /** The request's moment for `Now()`, in microseconds since 1970 in the tenant's local time. */
  readonly now?: bigint
}

/** A metric brought down to leaves, and the dataset that they all stand on. */
export interface MetricResolution extends ResolvedMetric {
  readonly dataset: DatasetDefinition
}

/**
 * Brings a metric down to aggregates of one dataset and a formula over them. The filters of DERIVED and
 * temporary metrics go to the leaves below; COMPOSITE formulas are inlined; identical leaves are shared.
 *
 * Throws `CATALOG_UNKNOWN_METRIC`, `CATALOG_AMBIGUOUS_NAME`, `CATALOG_METRIC_CYCLE` and
 * `CATALOG_METRIC_SPANS_DATASETS`, and an `ExpressionError` for a wrong filter.
 */
export function resolveMetric(
  catalog: Catalog,
  metric: Located,
  options: ResolveMetricOptions = {},
): MetricResolution {
  const descent: Descent = { catalog, options, leaves: createLeafSet(), datasets: new Set() }
  const formula = formulaNamed(descent, metric, { label: null, filters: [], trail: [] })
  const [dataset, ...others] = descent.datasets
  if (dataset === undefined) {
    throw new TypeError(`The metric "${metric.text}" has no aggregate below its formula`)
  }
  if (others.length > 0) {
    const names = [dataset, ...others].map((one) => one.name)
    throw metricSpansDatasets(metric.text, names, metric.path)
  }
  return { name: metric.text, leaves: descent.leaves.all(), formula, dataset }
}

/** What stays the same on the way down. */
interface Descent {
  readonly catalog: Catalog
  readonly options: ResolveMetricOptions
  readonly leaves: LeafSet
  readonly datasets: Set<DatasetDefinition>
}

/** What the metrics above give to those below. */
interface Inherited {
  /** What a leaf is to be called; null for its own metric's name. */
  readonly label: string | null
  readonly filters: readonly Located[]
  /** The metrics above, outermost first. */
  readonly trail: readonly string[]
}

function formulaNamed(descent: Descent, metric: Located, above: Inherited): TypedExpr {
  const { catalog, options } = descent
  const temporary = options.temporaryMetrics?.get(metric.text)
  if (temporary === undefined) {
    return formulaOf(descent, definitionOf(catalog, metric, options), above, metric.path)
  }
  const trail = extend(above.trail, metric.text, metric.path)
  return formulaNamed(descent, temporary.refMetric, {
    label: above.label ?? metric.text,
    filters: [...above.filters, ...temporary.filters],
    trail,
  })
}

function definitionOf(
  catalog: Catalog,
  metric: Located,
  options: ResolveMetricOptions,
): MetricDefinition {
  if (options.temporaryMetrics === undefined || catalog.metrics.find(metric.text).length > 0) {
    return catalog.metric(metric.text, metric.path)
  }
  const names = [...options.temporaryMetrics.keys(), ...catalog.metrics.names()]
  throw unknownName('metric', metric.text, metric.path, names)
}

function formulaOf(
  descent: Descent,
  metric: MetricDefinition,
  above: Inherited,
  path: string,
): TypedExpr {
  const { catalog, options } = descent
  const where = `metric ${metric.name}`
  switch (metric.type) {
    case 'ATOMIC':
      return leafOf(descent, metric, above)
    case 'DERIVED': {
      const filters = metric.filters.map((text, i) => ({ text, path: `${where}, filters[${i}]` }))
      return formulaOf(
        descent,
        catalog.metric(metric.metric, `${where}, metric`),
        {
          label: above.label ?? metric.name,
          filters: [...above.filters, ...filters],
          trail: extend(above.trail, metric.name, path),
        },
        path,
      )
    }
    case 'COMPOSITE': {
      const below = {
        label: null,
        filters: above.filters,
        trail: extend(above.trail, metric.name, path),
      }
      const scope = metricScope(catalog, (one) => formulaOf(descent, one, below, path))
      return compile(metric.expr, scope, {
        path: `${where}, expr`,
        expect: 'NUMBER',
        ...nowOf(options),
      })
    }
    default:
      return assertNever(metric)
  }
}

function leafOf(descent: Descent, metric: AtomicMetric, above: Inherited): TypedExpr {
  const { catalog, options, leaves, datasets } = descent
  const where = `metric ${metric.name}`
  const dataset = catalog.dataset(metric.dataset, `${where}, dataset`)
  datasets.add(dataset)
  const temporaryMetrics = new Set(options.temporaryMetrics?.keys())
  const scope = datasetScope(catalog, dataset, { temporaryMetrics })
  const own = metric.filters.map((text, i) => ({ text, path: `${where}, filters[${i}]` }))
  const filters = [...own, ...above.filters].map(({ text, path }) =>
    compile(text, scope, { path, expect: 'BOOLEAN', ...nowOf(options) }),
  )
  const argument =
    metric.expr === null
      ? null
      : compile(metric.expr, scope, {
          path: `${where}, expr`,
          ...expectedOf(metric),
          ...nowOf(options),
        })
  const filter = allOf(filters)
  return leaves.add(above.label ?? metric.name, { aggregate: metric.aggregate, argument, filter })
}

function expectedOf(metric: AtomicMetric): { expect?: 'NUMBER' } {
  return metric.aggregate === 'COUNT' || metric.aggregate === 'COUNT_DISTINCT'
    ? {}
    : { expect: 'NUMBER' }
}

function nowOf(options: ResolveMetricOptions): { now?: bigint } {
  return options.now === undefined ? {} : { now: options.now }
}

function extend(trail: readonly string[], name: string, path: string): readonly string[] {
  const from = trail.indexOf(name)
  if (from >= 0) throw metricCycle([...trail.slice(from), name], path)
  return [...trail, name]
}

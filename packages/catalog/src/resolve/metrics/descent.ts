import { isTextExtreme } from '@tributary/attribution/internal'
import { compile, type TypedExpr } from '@tributary/expression'
import { extractAggregates } from '@tributary/expression/internal'
import type { DatasetDefinition } from '../../definitions/dataset.ts'
import { metricCycle, unsupportedMetric } from '../../definitions/errors.ts'
import {
  type AtomicMetric,
  type CompositeMetric,
  type DerivedMetric,
  METRIC_TIME,
  type MetricDefinition,
} from '../../definitions/metric.ts'
import type { Located, TemporaryMetric } from '../../definitions/temporary-metric.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type Moment, pickMoment } from '../catalog/compiled-definitions.ts'
import { listMetricTimes, selectMetricDataset } from '../catalog/dataset-time.ts'
import { grainIn } from '../catalog/grains.ts'
import { combineConditions } from '../rows/conjunction.ts'
import { compileDefinition, createDatasetScope } from '../rows/row-scopes.ts'
import type { FormulaBudget } from './formula-size.ts'
import {
  compileNestedAggregate,
  type MeasureSet,
  type ResolvedMeasure,
  type Step,
  stepPerGrain,
} from './measures.ts'
import type { WindowMove } from './other-period.ts'

/** Options of {@link resolveMetric}. */
export interface ResolveMetricOptions extends Moment {
  /** Metrics of the request alone. Their keys win over the catalog's names and are never mapped. */
  readonly temporaryMetrics?: ReadonlyMap<string, TemporaryMetric>
  /** The size that formulas may still have; the metrics of a question share one budget. @defaultValue a new one */
  readonly budget?: FormulaBudget
}

/** The state that a metric and those below it share while they are resolved. */
export interface ResolutionContext {
  readonly catalog: Catalog
  readonly options: ResolveMetricOptions
  readonly measures: MeasureSet
  /** The datasets of the measures in the order in which they were found. */
  readonly datasets: Set<DatasetDefinition>
  /** Every metric of the catalog that is computed. */
  readonly metrics: Set<MetricDefinition>
  readonly budget: FormulaBudget
  /** The formulas of metrics so far, by metric and by what the metrics above pass down to it. */
  readonly formulas: Map<string, TypedExpr>
}

/** A condition of a metric above, and whether the catalog defines that metric. */
export interface InheritedFilter extends Located {
  readonly isDefined: boolean
}

/** The context that the metrics above a metric pass down to it. */
export interface InheritedContext {
  /** The name for a measure; null for the name of its own metric. */
  readonly label: string | null
  readonly filters: readonly InheritedFilter[]
  /** The metrics that refer to this one, outermost first. */
  readonly trail: readonly string[]
  readonly moves: readonly WindowMove[]
  readonly step: Step | null
  /** The time of the rows that the question chooses; null for that of each metric. */
  readonly time: Located | null
}

/** The context of the metric that is asked for. */
export const NO_CONTEXT: InheritedContext = {
  label: null,
  filters: [],
  trail: [],
  moves: [],
  step: null,
  time: null,
}

/** The fact, row filter, window moves and second step of a measure, from the metrics above it. */
function compileMeasureRows(
  { catalog, options, datasets }: ResolutionContext,
  dataset: DatasetDefinition,
  { filters, moves, step }: InheritedContext,
): Pick<ResolvedMeasure, 'filter' | 'moves' | 'nested' | 'otherFact'> {
  datasets.add(dataset)
  const fact = [...datasets].indexOf(dataset)
  const temporaryMetrics = new Set(options.temporaryMetrics?.keys())
  const scope = createDatasetScope(catalog, dataset, { temporaryMetrics, ...pickMoment(options) })
  const conditions = filters.map(({ text, path, isDefined }) => {
    const place = { path, expect: 'BOOLEAN', ...pickMoment(options) } as const
    return isDefined
      ? compileDefinition(catalog, dataset, text, place)
      : compile(text, scope, place)
  })
  return {
    filter: combineConditions(conditions),
    moves,
    ...(step === null ? {} : { nested: compileNestedAggregate(step, scope) }),
    ...(fact > 0 && { otherFact: fact - 1 }),
  }
}

/** The conditions of a metric of the catalog. */
export function listDefinedFilters({
  name,
  filters,
}: AtomicMetric | DerivedMetric): readonly InheritedFilter[] {
  return filters.map((text, i) => {
    return { text, path: `metric ${name}, filters[${i}]`, isDefined: true }
  })
}

/** Appends a metric to the trail. Throws `CATALOG_METRIC_CYCLE` when it is in it already. */
export function extend(trail: readonly string[], name: string, path: string): readonly string[] {
  const from = trail.indexOf(name)
  if (from >= 0) throw metricCycle([...trail.slice(from), name], path)
  return [...trail, name]
}

/**
 * The name of the measures of a metric, which warnings and explanations repeat: where the catalog does not show the
 * metric, that of the metric asked for.
 */
export function pickMeasureLabel(
  { catalog }: ResolutionContext,
  { name }: MetricDefinition,
  { label, trail }: InheritedContext,
): string {
  if (label !== null) return label
  return catalog.metrics.byName(name) === undefined ? (trail[0] ?? name) : name
}

/**
 * The name of a metric in messages. If the catalog does not show it, the name of the nearest metric above it that it
 * shows or that the question names.
 */
function metricInWords(
  { catalog, options }: ResolutionContext,
  { name }: MetricDefinition,
  { trail }: InheritedContext,
): string {
  const isShown = (metric: string): boolean =>
    catalog.metrics.byName(metric) !== undefined || options.temporaryMetrics?.has(metric) === true
  return isShown(name) ? name : (trail.findLast(isShown) ?? trail[0] ?? name)
}

/** The dataset of a metric with the time that the question chooses, or the metric has. Throws for a time that it does not allow. */
function timedDataset(
  descent: ResolutionContext,
  metric: AtomicMetric | CompositeMetric,
  { dataset: name, above }: { readonly dataset: string; readonly above: InheritedContext },
): DatasetDefinition {
  const dataset = descent.catalog.unrestricted.dataset(name, `metric ${metric.name}, dataset`)
  const { time } = above
  if (time !== null) {
    const times = listVisibleTimes(descent.catalog, metric, dataset)
    if (!times.includes(time.text)) {
      const there =
        times.length === 0 ? 'none by name' : times.map((timeName) => `"${timeName}"`).join(', ')
      const called = metricInWords(descent, metric, above)
      const reason = `The metric "${called}" does not have the time "${time.text}"; it has ${there}`
      throw unsupportedMetric(time.path, reason)
    }
  }
  return selectMetricDataset(dataset, metric, time?.text)
}

/** The times that a question may choose: those which a metric or a dataset names that the catalog shows. */
function listVisibleTimes(
  { datasets, metrics }: Catalog,
  metric: AtomicMetric | CompositeMetric,
  dataset: DatasetDefinition,
): readonly string[] {
  const times = listMetricTimes(dataset, metric)
  if (datasets.byName(dataset.name) !== undefined) return times
  const { time, times: metricTimes = [] } = metric
  return metrics.byName(metric.name) === undefined
    ? []
    : times.filter((timeName) => timeName === time || metricTimes.includes(timeName))
}

/** A formula of aggregates over the rows of a dataset. */
export function compileAggregateFormula(
  descent: ResolutionContext,
  metric: CompositeMetric,
  datasetName: string,
  above: InheritedContext,
): TypedExpr {
  const { catalog, options } = descent
  const where = `metric ${metric.name}`
  const dataset = timedDataset(descent, metric, { dataset: datasetName, above })
  const typed = compileDefinition(catalog, dataset, metric.expr, {
    path: `${where}, expr`,
    expect: 'NUMBER',
    level: 'metric',
    ...pickMoment(options),
  })
  const inherited = compileMeasureRows(descent, dataset, above)
  return extractAggregates(typed, ({ aggregate, argument, filter, fraction, distinct }) => {
    const measureFields = {
      argument,
      ...inherited,
      filter: combineConditions([filter, inherited.filter]),
    }
    const label = pickMeasureLabel(descent, metric, above)
    if (distinct !== true) {
      return descent.measures.add(label, {
        aggregate,
        ...measureFields,
        ...(fraction === undefined ? {} : { fraction }),
      })
    }
    if (above.step !== null) {
      const called = metricInWords(descent, metric, above)
      const reason = `The metric "${called}" adds up distinct values, which is a second aggregation step already`
      throw unsupportedMetric(above.step.path, reason)
    }
    // One row for each value, and the sum of these.
    const nested = { per: [argument!], aggregate } as NonNullable<ResolvedMeasure['nested']>
    return descent.measures.add(label, { ...measureFields, aggregate: 'MIN', nested })
  })
}

/** The measures of an ATOMIC metric: one aggregate, or two for AVG. */
export function compileAtomicFormula(
  descent: ResolutionContext,
  metric: AtomicMetric,
  above: InheritedContext,
): TypedExpr {
  const { catalog, options, measures } = descent
  const where = `metric ${metric.name}`
  const dataset = timedDataset(descent, metric, { dataset: metric.dataset, above })
  const metricFilters = listDefinedFilters(metric)
  const ofRows = compileMeasureRows(descent, dataset, {
    ...above,
    filters: [...metricFilters, ...above.filters],
  })
  const argument =
    metric.expr === null
      ? null
      : compileDefinition(catalog, dataset, metric.expr, {
          path: `${where}, expr`,
          ...toExpectOption(metric),
          ...pickMoment(options),
        })
  const name = pickMeasureLabel(descent, metric, above)
  const { aggregate } = metric
  const inherited = {
    ...ofRows,
    ...atTimes(descent, metric, dataset, above),
    ...(metric.nullWhenEmpty === true && { isNullWhenEmpty: true as const }),
  }
  switch (aggregate) {
    case 'AVG': {
      const sum = measures.add(name, { aggregate: 'SUM', argument, ...inherited })
      const right = measures.add(`${name}_count`, { aggregate: 'COUNT', argument, ...inherited })
      return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left: sum, right }
    }
    case 'MEDIAN':
      return measures.add(name, { aggregate: 'PERCENTILE', fraction: 0.5, argument, ...inherited })
    case 'PERCENTILE':
    case 'PERCENTILE_DISC': {
      const { fraction } = metric
      return measures.add(name, { aggregate, fraction: fraction ?? 0.5, argument, ...inherited })
    }
    default: {
      if (inherited.nested !== undefined && isTextExtreme({ aggregate, argument })) {
        const called = metricInWords(descent, metric, above)
        const reason = `The values of the metric "${called}" are of the type ${argument!.type}, and only numbers are aggregated in a second step`
        throw unsupportedMetric(above.step?.path ?? `${where}, nonAdditive`, reason)
      }
      return measures.add(name, { aggregate, argument, ...inherited })
    }
  }
}

/** At which times a metric that does not add up over time is taken. */
function atTimes(
  descent: ResolutionContext,
  metric: AtomicMetric,
  dataset: DatasetDefinition,
  above: InheritedContext,
): Pick<ResolvedMeasure, 'snapshot' | 'nested'> {
  const { catalog, options } = descent
  const { name, nonAdditive } = metric
  const { step } = above
  if (nonAdditive === undefined || dataset.time === null) return {}
  const { take, per } = nonAdditive
  const path = `metric ${name}, nonAdditive`
  if (step !== null) {
    const called = metricInWords(descent, metric, above)
    throw unsupportedMetric(step.path, `The metric "${called}" does not add up over time already`)
  }
  const { grain } = dataset.time
  if (take !== 'FIRST' && take !== 'LAST') {
    const scope = createDatasetScope(catalog, dataset, pickMoment(options))
    return { nested: compileNestedAggregate(stepPerGrain(grain, take, path), scope) }
  }
  const compiled = (text: string): TypedExpr =>
    compileDefinition(catalog, dataset, text, { path, ...pickMoment(options) })
  const time = compiled(`[${METRIC_TIME}]`)
  const dimensions = per.map((dimensionName) =>
    compiled(`[${dimensionName.replaceAll(']', ']]')}]`),
  )
  return { snapshot: { take, time, grain: grainIn(catalog, grain), per: dimensions } }
}

/** Aggregates that take more than numbers. */
const OF_ANY: ReadonlySet<string> = new Set(['COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX'])

function toExpectOption({ aggregate }: AtomicMetric): { expect?: 'NUMBER' } {
  return OF_ANY.has(aggregate) ? {} : { expect: 'NUMBER' }
}

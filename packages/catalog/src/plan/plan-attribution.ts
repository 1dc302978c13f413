import type { AttributionRequest, FactRows, Grouping, Measure } from '@tributary/attribution'
import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import type { TypedExpr } from '@tributary/expression'
import type { ResourceRef } from '../definitions/access.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { columnReference } from '../resolve/catalog/columns.ts'
import { findTimeColumn } from '../resolve/catalog/dataset-time.ts'
import { grainIn } from '../resolve/catalog/grains.ts'
import { longestGrain } from '../resolve/metrics/dimensions.ts'
import type { ResolvedMeasure } from '../resolve/metrics/measures.ts'
import type { MoveUnits } from '../resolve/metrics/other-period.ts'
import { type MetricResolution, resolveMetric } from '../resolve/metrics/resolve-metric.ts'
import { assertFewMetrics } from '../resolve/metrics/temporary-metric.ts'
import { combineConditions } from '../resolve/rows/conjunction.ts'
import { restrictRows, type UserAttributes } from '../resolve/rows/row-conditions.ts'
import { createRowSet } from '../resolve/rows/row-set.ts'
import {
  type AttributionQuestion,
  createFactContexts,
  createQuestionContext,
  nameFactDataset,
  type PlanContext,
} from './attribution-question.ts'
import { assertDimensionsSpecified, planDimension, planGroupings } from './plan-groupings.ts'
import { moveWindows, planFilters, planWindow } from './plan-window.ts'

/** Options of {@link planAttribution}. */
export interface PlanAttributionOptions {
  /**
   * Is called with the dataset that the metric aggregates and with every metric that it is computed from, after names
   * are resolved. May throw. @defaultValue nothing is called
   */
  readonly basedOn?: (resource: ResourceRef) => void
  /**
   * The attributes of the user who asks, for row conditions: values by name. Without one that a condition names, the
   * question is refused. @defaultValue none
   */
  readonly user?: UserAttributes
  /** Is called with each dataset and metric whose row condition the question gets. @defaultValue nothing is called */
  readonly limited?: (by: ResourceRef) => void
  /** Whether only the overall values are asked for, without a dimension. @defaultValue false */
  readonly overallOnly?: boolean
  /**
   * Whether warnings name the dataset of a metric of one dataset too, where the catalog has others: the answer is read beside
   * those of other metrics. @defaultValue false
   */
  readonly nameDatasets?: boolean
}

const NOBODY: UserAttributes = new Map()

/**
 * Turns a question into a request that an aggregate source understands: names become columns, the
 * metric becomes measures and a formula, constraints become the conditions of two windows.
 *
 * Throws a `CatalogError` for names, missing parts and missing user attributes, an `ExpressionError` for a wrong expression; both
 * carry the place in the request as `details.path`.
 * @example
 * ```ts
 * import { createCatalog, parseWorkspace, planAttribution } from '@tributary/platform/catalog'
 * const text = `
 * tenant: demo
 * datasources: [{ name: shop, type: FILES, root: . }]
 * datasets:
 *   - name: orders
 *     source: { datasource: shop, file: orders.csv }
 *     time: { column: day, grain: DAY }
 *     columns: [{ name: day, type: DATE }, { name: town, type: VARCHAR }, { name: amount, type: INT }]
 * dimensions: [{ name: city, dataset: orders, column: town }]
 * metrics: [{ name: sales, displayName: Net sales, type: ATOMIC, dataset: orders, aggregate: SUM, expr: "[amount]" }]
 * `
 * const { workspace } = parseWorkspace([{ file: 'shop.yaml', text }])
 * const month = (start: string, end: string) => ({
 *   filters: [],
 *   timeConstraint: { text: `[metric_time] >= "${start}" AND [metric_time] < "${end}"`, path: 'timeConstraint' },
 * })
 * const request = planAttribution(createCatalog(workspace!), {
 *   metric: { text: 'sales', path: 'metric' },
 *   metricDefinitions: new Map(),
 *   dimensions: [{ text: 'city', path: 'dimensions[0]' }],
 *   calculation: 'ALL',
 *   filters: [],
 *   timeConstraint: null,
 *   current: month('2026-02-01', '2026-03-01'),
 *   compare: month('2026-01-01', '2026-02-01'),
 *   compareDimension: null,
 *   now: 0n,
 * })
 * request.metric.measures.map(({ name, aggregate }) => [name, aggregate]) // => [['sales', 'SUM']]
 * ```
 */
export function planAttribution(
  catalog: Catalog,
  question: AttributionQuestion,
  options: PlanAttributionOptions = {},
): AttributionRequest {
  return runToEnd(attributionPlan(catalog, question, options))
}

/** The work of {@link planAttribution}. Yields after each temporary metric and each filter. */
export function* attributionPlan(
  catalog: Catalog,
  question: AttributionQuestion,
  { basedOn, ...options }: PlanAttributionOptions = {},
): SlicedWork<AttributionRequest> {
  const baseContext = createQuestionContext(catalog, question)
  assertFewMetrics(question.metricDefinitions)
  yield* baseContext.resolveTemporary()
  const metric = baseContext.resolve(question.metric)
  if (basedOn !== undefined) {
    for (const { name } of metric.datasets) basedOn({ type: 'DATASET', name })
    for (const { name } of metric.metrics) basedOn({ type: 'METRIC', name })
  }
  const [firstContext, ...remainingContexts] = createFactContexts(baseContext, metric)
  const fact = yield* createFactPlan(firstContext, options)
  const otherFacts: FactPlan[] = []
  for (const factContext of remainingContexts)
    otherFacts.push(yield* createFactPlan(factContext, options))
  const measures = measuresInOrder(metric, [fact, ...otherFacts])
  return {
    metric: { name: metric.name, measures, formula: metric.formula },
    ...fact.rows,
    ...(remainingContexts.length > 0 && { otherFacts: otherFacts.map(({ rows }) => rows) }),
    calculation: question.calculation,
    ...(question.contributions === undefined ? {} : { contributions: question.contributions }),
    ...(question.rowLimit === undefined ? {} : { rowLimit: question.rowLimit }),
    ...(question.maxRows === undefined ? {} : { maxRows: question.maxRows }),
  }
}

/** The part of a plan that is about one fact. */
interface FactPlan {
  readonly rows: FactRows
  /** The measures that are aggregated over it. */
  readonly measures: readonly Measure[]
}

function measuresInOrder(metric: MetricResolution, facts: readonly FactPlan[]): readonly Measure[] {
  const byName = new Map(
    facts.flatMap(({ measures }) => measures.map((measure) => [measure.name, measure])),
  )
  return metric.measures.map(({ name }) => byName.get(name)!)
}

/** The measures of the fact of a context. */
export function listFactMeasures({ metric, dataset }: PlanContext): readonly ResolvedMeasure[] {
  return metric.measures.filter(({ otherFact = -1 }) => metric.datasets[otherFact + 1] === dataset)
}

function* createFactPlan(
  context: PlanContext,
  {
    user = NOBODY,
    limited,
    overallOnly = false,
    nameDatasets = false,
  }: Omit<PlanAttributionOptions, 'basedOn'>,
): SlicedWork<FactPlan> {
  const { catalog, question, metric, dataset } = context
  const { compareDimension } = question
  const compared = compareDimension && planDimension(context, compareDimension).identity
  const groupings = overallOnly ? [] : planGroupings(context, question.dimensions, compared)
  assertDimensionsSpecified(context, groupings)
  const planned = {
    current: yield* planWindow(context, question.current, DEFAULT_PATHS.current),
    compare: yield* planWindow(context, question.compare, DEFAULT_PATHS.compare),
  }
  const windows = { current: planned.current.condition, compare: planned.compare.condition }
  const drillDown = combineConditions(yield* planFilters(context, question.filters))
  const time = findRowTime(context)
  const { measures, otherWindows } = moveWindows(listFactMeasures(context), {
    ...planned,
    metric: metric.name,
    units: findMoveUnits(context),
    time: time?.value ?? null,
  })
  const expressions = [
    ...listMeasureExpressions(context),
    ...collectKeyExpressions(groupings),
    windows.current,
    windows.compare,
    ...otherWindows.flatMap((pair) => [pair.current, pair.compare]),
    drillDown,
    time?.value,
  ].filter((expression) => expression != null)
  const rows: FactRows = {
    rows: createRowSet(catalog, dataset, expressions),
    ...nameFactDataset(context, nameDatasets ? catalog.datasets.all : metric.datasets),
    groupings,
    windows,
    ...(otherWindows.length === 0 ? {} : { otherWindows }),
    drillDown,
    time,
  }
  if (!catalog.hasRowConditions) return { rows, measures }
  const restricted = restrictRows({
    catalog: catalog.unrestricted,
    metric: question.metric,
    dataset,
    metrics: listMetricsOver(context),
    rows: rows.rows,
    user,
    now: question.now,
  })
  if (limited !== undefined) for (const of of restricted.limitedBy) limited(of)
  return { rows: { ...rows, rows: restricted.rows }, measures }
}

/** The metrics below that of a context which aggregate its dataset. */
export function listMetricsOver({
  catalog,
  metric: { metrics, datasets },
  dataset,
  question,
}: PlanContext): Iterable<MetricDefinition> {
  if (datasets.length === 1) return metrics
  return [...metrics].filter(({ name, rows }) => {
    if (rows === undefined) return true
    const located = { text: name, path: 'metric' }
    const { datasets } = resolveMetric(catalog.unrestricted, located, { now: question.now })
    return datasets.some((metricDataset) => metricDataset.name === dataset.name)
  })
}

/** The paths of missing time constraints. */
const DEFAULT_PATHS = {
  current: 'attribution.currentObject.timeConstraint',
  compare: 'attribution.compareObject.timeConstraint',
} as const

/** The time of the rows of a fact. */
export function findRowTime({
  catalog,
  metric,
  dataset,
  datasetCondition: baseFilter,
}: PlanContext): FactRows['time'] {
  if (dataset.time === null) return null
  const place = findTimeColumn(catalog.unrestricted.datasets, dataset)
  if (place === null) return null
  const value = columnReference(dataset, place.path, place.column)
  const { grain } = dataset.time
  const shared = longestGrain(metric.datasets) ?? grain
  const isMixed = metric.datasets.some(({ time }) => time !== null && time.grain !== grain)
  return {
    value,
    grain: metric.grain ?? grainIn(catalog, shared),
    ...(isMixed && { rowGrain: grainIn(catalog, grain) }),
    ...(baseFilter && { within: baseFilter }),
  }
}

/** The units by which the windows of a fact move. */
export function findMoveUnits(context: PlanContext): MoveUnits {
  const { calendar } = context.catalog.workspace
  return { calendar, base: findRowTime(context)?.grain ?? 'DAY' }
}

/** The expressions that the measures of a fact are computed from. */
export function listMeasureExpressions(context: PlanContext): readonly (TypedExpr | null)[] {
  return listFactMeasures(context).flatMap(({ argument, filter, nested, snapshot }) => [
    argument,
    filter,
    ...(nested?.per ?? []),
    ...(snapshot === undefined ? [] : [snapshot.time, ...snapshot.per]),
  ])
}

function collectKeyExpressions(groupings: readonly Grouping[]): readonly TypedExpr[] {
  return groupings.flatMap((grouping) => grouping.keys.map((key) => key.value))
}

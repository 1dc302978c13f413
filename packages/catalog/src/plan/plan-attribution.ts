import type { AttributionRequest, Grouping, WindowPair } from '@tributary/attribution'
import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import type { TypedExpr } from '@tributary/expression'
import type { ResourceRef } from '../definitions/access.ts'
import type { Catalog } from '../resolve/catalog.ts'
import { columnReference } from '../resolve/columns.ts'
import { allOf } from '../resolve/conjunction.ts'
import { grainIn } from '../resolve/grains.ts'
import type { MetricResolution } from '../resolve/resolve-metric.ts'
import { rowConditions, type UserAttributes } from '../resolve/row-conditions.ts'
import { datasetFilter } from '../resolve/row-scopes.ts'
import { rowSetFor } from '../resolve/row-set.ts'
import { assertFewMetrics } from '../resolve/temporary-metric.ts'
import { type AttributionQuestion, questionContext } from './attribution-question.ts'
import { assertSpecified, planDimension, planGroupings } from './plan-groupings.ts'
import { moveWindows, planFilters, planWindow } from './plan-window.ts'

/** What {@link planAttribution} may tell while it plans. */
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
}

const NOBODY: UserAttributes = new Map()

/**
 * Turns a question into a request that an aggregate source understands: names become columns, the
 * metric becomes leaves and a formula, constraints become the conditions of two windows.
 *
 * Throws a `CatalogError` for names, missing parts and missing user attributes, an `ExpressionError` for a wrong expression; both
 * carry the place in the request as `details.path`.
 * @example
 * ```ts
 * import { createCatalog, parseWorkspace, planAttribution } from '@tributary/catalog'
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
 * request.metric.leaves.map(({ name, aggregate }) => [name, aggregate]) // => [['sales', 'SUM']]
 * ```
 */
export function planAttribution(
  catalog: Catalog,
  question: AttributionQuestion,
  options: PlanAttributionOptions = {},
): AttributionRequest {
  return runToEnd(attributionPlan(catalog, question, options))
}

/** The work of {@link planAttribution}. Yields after each filter. */
export function* attributionPlan(
  catalog: Catalog,
  question: AttributionQuestion,
  { basedOn, user = NOBODY, limited, overallOnly = false }: PlanAttributionOptions = {},
): SlicedWork<AttributionRequest> {
  const asked = questionContext(catalog, question)
  const { metricDefinitions } = question
  assertFewMetrics(metricDefinitions)
  for (const [text, { refMetric, expr }] of metricDefinitions) {
    asked.resolve({ text, path: (expr ?? refMetric).path })
  }
  const metric = asked.resolve(question.metric)
  if (basedOn !== undefined) {
    basedOn({ type: 'DATASET', name: metric.dataset.name })
    for (const { name } of metric.metrics) basedOn({ type: 'METRIC', name })
  }
  const own = datasetFilter(catalog, metric.dataset, { now: question.now })
  const context = { ...asked, metric, own }
  const { compareDimension } = question
  const compared = compareDimension && planDimension(context, compareDimension).identity
  const groupings = overallOnly ? [] : planGroupings(context, question.dimensions, compared)
  assertSpecified(context, groupings)
  const planned = {
    current: yield* planWindow(context, question.current, DEFAULT_PATHS.current),
    compare: yield* planWindow(context, question.compare, DEFAULT_PATHS.compare),
  }
  const windows = { current: planned.current.condition, compare: planned.compare.condition }
  const drillDown = allOf(yield* planFilters(context, question.filters))
  const time = timeOf(catalog, metric, own)
  const moved = moveWindows(metric.leaves, {
    ...planned,
    metric: metric.name,
    calendar: catalog.workspace.calendar,
    time: time?.value ?? null,
  })
  const expressions = [
    ...leafExpressions(metric),
    ...keysOf(groupings),
    windows.current,
    windows.compare,
    ...moved.otherWindows.flatMap((pair) => [pair.current, pair.compare]),
    drillDown,
    time?.value,
  ].filter((one) => one != null)
  const request: AttributionRequest = {
    metric: { name: metric.name, leaves: moved.leaves, formula: metric.formula },
    rows: rowSetFor(catalog, metric.dataset, expressions),
    groupings,
    windows,
    ...(moved.otherWindows.length === 0 ? {} : { otherWindows: moved.otherWindows }),
    drillDown,
    calculation: question.calculation,
    time,
    ...(question.contributions === undefined ? {} : { contributions: question.contributions }),
    ...(question.rowLimit === undefined ? {} : { rowLimit: question.rowLimit }),
    ...(question.maxRows === undefined ? {} : { maxRows: question.maxRows }),
  }
  if (!catalog.hasRowConditions) return request
  const { dataset, metrics } = metric
  const conditions = rowConditions({
    catalog: catalog.whole,
    metric: question.metric,
    dataset,
    metrics,
    rows: request.rows,
    user,
    now: question.now,
  })
  if (limited !== undefined) for (const { of } of conditions) limited(of)
  const condition = allOf(conditions.map((one) => one.condition))
  if (condition === null) return request
  return {
    ...restrictTo(condition, request),
    rows: rowSetFor(catalog, dataset, [...expressions, condition]),
  }
}

/** The request of the same question over the rows that fulfil the condition. */
function restrictTo(condition: TypedExpr, request: AttributionRequest): AttributionRequest {
  const { windows, otherWindows, time } = request
  const side = (window: TypedExpr): TypedExpr => allOf([window, condition])!
  const pair = ({ current, compare }: WindowPair): WindowPair => {
    return { current: side(current), compare: side(compare) }
  }
  return {
    ...request,
    windows: pair(windows),
    ...(otherWindows && { otherWindows: otherWindows.map(pair) }),
    time: time && { ...time, within: allOf([time.within ?? null, condition])! },
  }
}

/** The paths of missing time constraints. */
const DEFAULT_PATHS = {
  current: 'attribution.currentObject.timeConstraint',
  compare: 'attribution.compareObject.timeConstraint',
} as const

/** The time of the rows of the metric's dataset, of which `own` is the filter. */
export function timeOf(
  catalog: Catalog,
  metric: MetricResolution,
  own: TypedExpr | null,
): AttributionRequest['time'] {
  const { dataset } = metric
  if (dataset.time === null) return null
  const { column: name, grain } = dataset.time
  const column = dataset.columns.find((one) => one.name === name)
  if (column === undefined) return null
  const value = columnReference(dataset, [], column)
  return { value, grain: metric.grain ?? grainIn(catalog, grain), ...(own && { within: own }) }
}

/** What the leaves of a metric are computed from. */
export function leafExpressions(metric: MetricResolution): readonly (TypedExpr | null)[] {
  return metric.leaves.flatMap(({ argument, filter, nested }) => [
    argument,
    filter,
    ...(nested?.per ?? []),
  ])
}

function keysOf(groupings: readonly Grouping[]): readonly TypedExpr[] {
  return groupings.flatMap((grouping) => grouping.keys.map((key) => key.value))
}

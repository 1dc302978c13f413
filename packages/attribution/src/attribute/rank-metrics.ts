import { runToEnd } from '@tributary/core/internal'
import { computeUsualChange, LEAST_HISTORY } from '../causes/report/usual-change.ts'
import { type Measurement, measureInSlices } from '../contribute/measure.ts'
import type { EarlierPair } from '../plan/earlier-windows.ts'
import {
  type FactReach,
  type FactsAnswer,
  type FactsSource,
  joinFacts,
} from '../plan/join-facts.ts'
import { looksElsewhere, type MetricForm } from '../plan/metric-form.ts'
import { WINDOWS } from '../plan/periods.ts'
import { planComparison, requestedMeasures } from '../plan/plan-comparison.ts'
import { reachesBackToWindow, reachWindows } from '../plan/reach.ts'
import { windowWarnings } from '../plan/window-warnings.ts'
import type { AttributionRequest, FactRows, ResolvedMetric } from '../request/request.ts'
import { type AggregateSource, isTextExtreme } from '../request/source.ts'
import { warningText } from '../request/warnings.ts'
import { type AttributeOptions, attributeFacts } from './attribute.ts'
import type { ManyRequest } from './attribute-many.ts'
import { type SharedSource, shareMeasures } from './share-measures.ts'
import { computeChangeChance, unusualChances } from './unusual-changes.ts'
import { type TotalColumns, type WindowTotals, windowTotals } from './window-totals.ts'

/** A comparison to rank metrics by. It has no groupings: only totals are compared. */
export interface RankRequest extends Omit<ManyRequest, 'groupings'> {
  /** Earlier pairs of windows, from which the usual change of each metric is computed. @defaultValue none */
  readonly history?: readonly EarlierPair[]
}

/** How a metric changed. */
export interface MetricChange {
  readonly metric: ResolvedMetric
  readonly current: number | null
  readonly compare: number | null
  /** `current - compare`; null when either is. */
  readonly change: number | null
  /** The root mean square of the metric's changes in the history; null when no change in it is known. */
  readonly usual: number | null
  /** How many changes in the history are known: those of windows that the data reaches back to. */
  readonly history: number
  /**
   * How likely a change of this size, or a larger one, is where changes are as those in the history; null when fewer than
   * three changes in it are known, which say too little.
   */
  readonly chance: number | null
  /**
   * How far it moved, from 0 to 2, whatever the metric's unit; null when unknown. Without a history
   * `2·|current - compare| / (|current| + |compare|)`, the change over the mean of both values: 2 for
   * a metric that is new, gone or of the other sign, 2/3 for one that doubled or halved (S. J. Davis,
   * J. C. Haltiwanger and S. Schuh, _Job Creation and Destruction_, MIT Press 1996). With one
   * `2·|change| / (|change| + usual)`: 1 for a change as large as usual, 2 for one where nothing
   * changed before.
   */
  readonly score: number | null
  /** The warnings about its windows, in the words of `attribute`; null for none. */
  readonly warning: string | null
}

/** How far a metric moved beside others. */
export interface MetricMovement extends MetricChange {
  /**
   * Whether it changed more than it usually does, all metrics judged together so that at most one in twenty of the
   * unusual ones is expected to be usual; null when fewer than three changes in the history are known.
   */
  readonly unusual: boolean | null
}

/**
 * Ranks metrics by how far they moved: {@link iterateMetricChanges} all of them, then {@link rankChanges}. Rejects like {@link
 * attribute}.
 *
 * @example
 * ```ts
 * import { createColumnarSource, questionRequest, rankMetrics } from '@tributary/attribution'
 * const sales = createColumnarSource({ month: [5, 5, 6], shop: ['A', 'B', 'A'], amount: [10, 30, 10] })
 * const windows = { dimensions: ['shop'], current: '[month] = 6', compare: '[month] = 5' }
 * const sum = questionRequest(sales, { ...windows, metric: { sum: '[amount]' } })
 * const count = questionRequest(sales, { ...windows, metric: { countRows: true } })
 * const request = { ...sum, metrics: [sum.metric, count.metric] }
 * const ranking = await rankMetrics(sales, request)
 * ranking.map(({ change, score }) => [change, score]) // => [[-30, 1.2], [-1, 0.6666666666666666]]
 * ```
 */
export async function rankMetrics(
  source: AggregateSource,
  request: RankRequest,
  options: AttributeOptions = {},
): Promise<readonly MetricMovement[]> {
  const changes: MetricChange[] = []
  for await (const change of iterateMetricChanges(source, request, options)) changes.push(change)
  return rankChanges(changes)
}

/**
 * Puts the largest score first, metrics without one last, equal ones in their order, and says which are unusual.
 *
 * @example
 * ```ts
 * import { iterateMetricChanges, createColumnarSource, questionRequest, rankChanges } from '@tributary/attribution'
 * const sales = createColumnarSource({ month: [5, 5, 6], amount: [10, 30, 10] })
 * const windows = { dimensions: [], current: '[month] = 6', compare: '[month] = 5' }
 * const sum = questionRequest(sales, { ...windows, metric: { sum: '[amount]' } })
 * const changes = []
 * for await (const change of iterateMetricChanges(sales, { ...sum, metrics: [sum.metric] })) changes.push(change)
 * rankChanges(changes).map(({ change, unusual }) => [change, unusual]) // => [[-30, null]]
 * ```
 */
export function rankChanges(changes: readonly MetricChange[]): readonly MetricMovement[] {
  const unusual = unusualChances(changes.map(({ chance }) => chance))
  return changes
    .map((change, index): MetricMovement => ({ ...change, unusual: unusual[index]! }))
    .sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || 0)
}

/**
 * The changes of metrics, one after the other in their order: an async iterator. All windows, those of the history too,
 * are aggregated together, for a few metrics at first and then for more at once, when the first one that needs them is
 * requested. A metric over another period (`sameperiod`) has no history. Rejects like {@link attribute}.
 *
 * @example
 * ```ts
 * import { iterateMetricChanges, createColumnarSource, questionRequest } from '@tributary/attribution'
 * const sales = createColumnarSource({ month: [4, 5, 5, 6], amount: [25, 10, 30, 10] })
 * const question = { metric: { sum: '[amount]' }, dimensions: [] }
 * const before = questionRequest(sales, { ...question, current: '[month] = 5', compare: '[month] = 4' })
 * const { metric, ...asked } = questionRequest(sales, { ...question, current: '[month] = 6', compare: '[month] = 5' })
 * const sizes = []
 * for await (const { change, usual } of iterateMetricChanges(sales, { ...asked, metrics: [metric], history: [before.windows] })) {
 *   sizes.push([change, usual])
 * }
 * sizes // => [[-30, 15]]
 * ```
 */
export async function* iterateMetricChanges(
  source: AggregateSource,
  request: RankRequest,
  options: AttributeOptions = {},
): AsyncGenerator<MetricChange> {
  const { history = [], metrics, ...comparison } = request
  const facts = joinFacts(source)
  const moves = metrics.filter(looksElsewhere)
  const stays = metrics.filter((metric) => !looksElsewhere(metric))
  const totals = windowTotals(facts, comparison, {
    pairs: [toEarlierPair(comparison), ...history],
    expected: stays.flatMap((metric) => listComparisonMeasures(comparison, metric)),
  })
  const shared = shareMeasures(
    facts,
    moves.map((metric) => listComparisonMeasures(comparison, metric)),
    MOVING_BATCHES,
  )
  const withHistory = { comparison, totals, history }
  for (const metric of metrics) {
    options.signal?.throwIfAborted()
    yield looksElsewhere(metric)
      ? await changeAlone(shared, { ...comparison, metric, groupings: [] }, options)
      : await changeBeside(withHistory, metric, options)
  }
}

/** Measures of one request for metrics that look at another period. */
const MOVING_BATCHES = { first: 20, most: 20 }

/** The comparison that all metrics share. */
type Comparison = Omit<AttributionRequest, 'metric' | 'groupings'>

function toEarlierPair({
  windows,
  otherFacts,
}: Pick<Comparison, 'windows' | 'otherFacts'>): EarlierPair {
  return { ...windows, ...(otherFacts && { otherFacts: otherFacts.map((fact) => fact.windows) }) }
}

function listComparisonMeasures(
  comparison: Comparison,
  metric: ResolvedMetric,
): AttributionRequest['metric']['measures'] {
  return requestedMeasures({ ...comparison, metric, groupings: [] })
}

async function changeAlone(
  shared: FactsSource | SharedSource,
  request: AttributionRequest,
  options: AttributeOptions,
): Promise<MetricChange> {
  const { tables, warning } = await attributeFacts(shared, request, options)
  const [row] = tables[0]!.table.objects() as Record<string, number | null>[]
  const values = {
    current: row?.['@currentValue'] ?? null,
    compare: row?.['@compareValue'] ?? null,
  }
  const none = { usual: null, history: 0, chance: null }
  return {
    metric: request.metric,
    ...values,
    change: difference(values),
    ...none,
    score: distance(values),
    warning,
  }
}

interface Beside {
  readonly comparison: Comparison
  readonly totals: WindowTotals
  readonly history: readonly EarlierPair[]
}

/** The change of a metric beside those of earlier pairs of windows. */
async function changeBeside(
  { comparison, totals, history }: Beside,
  metric: ResolvedMetric,
  options: AttributeOptions,
): Promise<MetricChange> {
  const request: AttributionRequest = { ...comparison, metric, groupings: [] }
  const { form } = planComparison(request)
  const valuesIn = async (pair: number, pairRequest: AttributionRequest) => {
    const columns = await totals.columns(requestedMeasures(pairRequest), pair, options)
    return computeMetricValues(pairRequest, form, { ...columns, facts: totals.reach()! })
  }
  const now = await valuesIn(0, request)
  const changes: number[] = []
  for (const [index, pair] of history.entries()) {
    const pairRequest = inPair(request, pair)
    if (!hasDataForWindows(pairRequest, totals.reach()!)) continue
    const change = difference(await valuesIn(index + 1, pairRequest))
    if (change !== null) changes.push(change)
  }
  const change = difference(now)
  const usual = computeUsualChange(changes)?.size ?? null
  const isKnown = change !== null && usual !== null && changes.length >= LEAST_HISTORY
  const facts = totals.reach()!
  const windows = reachWindows(request, facts)
  return {
    metric,
    ...now,
    change,
    usual,
    history: changes.length,
    chance: isKnown ? computeChangeChance({ change, usual, count: changes.length }) : null,
    score: history.length > 0 ? scoreChange(change, usual) : distance(now),
    warning: warningText(windowWarnings({ request, form, windows }, { root: facts, scope: facts })),
  }
}

/** The same question about other windows. */
function inPair(
  request: AttributionRequest,
  { otherFacts, ...windows }: EarlierPair,
): AttributionRequest {
  const facts = request.otherFacts?.map((fact, index) => ({
    ...fact,
    windows: otherFacts![index]!,
  }))
  return { ...request, windows, ...(facts && { otherFacts: facts }) }
}

interface Values {
  readonly current: number | null
  readonly compare: number | null
}

/** Both values of a metric, as those of an attribution: null where neither window has rows. */
function computeMetricValues(
  request: AttributionRequest,
  form: MetricForm,
  { measures, present, facts }: TotalColumns & Pick<FactsAnswer, 'facts'>,
): Values {
  const { metric } = request
  const isEmpty = present.current + present.compare === 0 && !looksElsewhere(metric)
  if (isEmpty || metric.measures.some(isTextExtreme)) {
    return { current: null, compare: null }
  }
  const { measureDivisors, withoutMean } = reachWindows(request, facts)
  const measurement: Measurement = { metric, form, measureDivisors, withoutMean }
  const rows = {
    current: Float64Array.of(present.current),
    compare: Float64Array.of(present.compare),
  }
  const measured = runToEnd(
    measureInSlices(measurement, { rowCount: 1, measures, present: rows }, null),
  )
  const first = ([value]: Float64Array) => (Number.isNaN(value!) ? null : value!)
  return { current: first(measured.current), compare: first(measured.compare) }
}

/** Whether the data of every fact reaches as far back as its windows. */
function hasDataForWindows(request: AttributionRequest, reached: readonly FactReach[]): boolean {
  const facts: readonly FactRows[] = [request, ...(request.otherFacts ?? [])]
  return facts.every((fact, index) =>
    WINDOWS.every((window) => reachesBackToWindow(fact, reached[index]!, fact.windows[window])),
  )
}

function difference({ current, compare }: Values): number | null {
  return current === null || compare === null ? null : current - compare
}

/** The change of a value over the mean size of both; the same both ways. */
function distance({ current, compare }: Values): number | null {
  if (current === null || compare === null) return null
  if (current === compare) return 0
  // Shares of the larger, so that nothing overflows.
  const largest = Math.max(Math.abs(current), Math.abs(compare))
  const [now, before] = [current / largest, compare / largest]
  return (2 * Math.abs(now - before)) / (Math.abs(now) + Math.abs(before))
}

/** A change over the mean of it and the usual one. */
function scoreChange(change: number | null, usual: number | null): number | null {
  if (change === null || usual === null) return null
  if (change === 0) return 0
  const size = Math.abs(change)
  return size > usual ? 2 / (1 + usual / size) : (2 * (size / usual)) / (1 + size / usual)
}

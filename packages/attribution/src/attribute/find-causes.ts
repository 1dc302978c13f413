import { runInSlices } from '@tributary/core/internal'
import { typedReferences } from '@tributary/expression'
import type { UsualChange } from '../causes/leaves/figures.ts'
import { locateCausesInSlices } from '../causes/locate-causes.ts'
import { formulaValues } from '../contribute/formula-values.ts'
import { type Division, divideChange, type NodeValues } from '../metric-tree/divide-change.ts'
import { type EarlierWindow, earlierPairs, earlierWindows } from '../plan/earlier-windows.ts'
import { type FormulaPart, type FormulaParts, formulaParts } from '../plan/formula-parts.ts'
import { type FactReach, joinFacts } from '../plan/join-facts.ts'
import { looksElsewhere, whyNotSplit } from '../plan/metric-form.ts'
import {
  type ComparisonPlan,
  getMeasureFact,
  planComparison,
  scopeRequest,
} from '../plan/plan-comparison.ts'
import { type Divisors, reachesBackTo, reachWindows } from '../plan/reach.ts'
import { windowWarnings } from '../plan/window-warnings.ts'
import { AttributionError, causesUnsupportedError } from '../request/errors.ts'
import type { AttributionRequest, Grouping, ResolvedMetric } from '../request/request.ts'
import type { AggregateFrame, AggregateSource, Measure, WindowPair } from '../request/source.ts'
import { warningText } from '../request/warnings.ts'
import { type CauseColumns, createCausesInput } from './cause-columns.ts'
import { type CausesAnswer, joinParts, rankedAnswer, wholeAnswer } from './cause-parts.ts'
import { iterateMetricChanges } from './rank-metrics.ts'
import { pickRanking, rankSegments, whyNoExactShares } from './rank-segments.ts'

/** Options of {@link findCauses}. */
export interface FindCausesOptions {
  /** @defaultValue 10 */
  readonly maxCauses?: number
  /** The most conditions of a cause. @defaultValue all dimensions up to six, else 3 */
  readonly maxDepth?: number
  /** Earlier windows that say what usually changes, at most. @defaultValue 8 */
  readonly history?: number
  /** The usual change of the metric, where it is known already. @defaultValue computed from the earlier windows */
  readonly usual?: UsualChange | null
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** A question for causes: its one grouping, and that of each of its facts, has all dimensions that are searched. */
export interface CausesRequest extends Omit<AttributionRequest, 'groupings'> {
  readonly grouping: Grouping
}

const MOST_HISTORY = 8

/**
 * Finds the segments behind the change of a metric: one aggregation by all dimensions, with the earlier windows in the
 * same one (a balance asks for its times before), then {@link locateCausesInSlices}. The change of any formula but a sum or a quotient of sums divides among
 * its parts first, as in a metric tree, and the causes are those of its parts. A metric without exact shares, such as a
 * percentile, has a `ranking` of segments by their change, from one more aggregation. Rejects like `attribute`, and with
 * `ATTRIBUTION_CAUSES_UNSUPPORTED` for a constant, for texts, and where the change does not divide among the parts.
 *
 * @example
 * ```ts
 * import { createColumnarSource, findCauses, questionRequest } from '@tributary/attribution'
 * const shops = Array.from({ length: 80 }, (_, i) => `S${i % 40}`)
 * const month = shops.map((_, i) => (i < 40 ? 5 : 6))
 * const amount = shops.map((_, i) => (i === 47 ? 20 : 100 + 10 * (i % 40) + (i < 40 ? 0 : (i % 5) - 2)))
 * const sales = createColumnarSource({ month, shop: shops, amount })
 * const { groupings, ...question } = questionRequest(sales, {
 *   metric: { sum: '[amount]' },
 *   dimensions: ['shop'],
 *   current: '[month] = 6',
 *   compare: '[month] = 5',
 * })
 * const { causes } = await findCauses(sales, { ...question, grouping: groupings[0]! })
 * causes.map(({ conditions }) => conditions) // => [[{ dimension: 'shop', value: 'S7' }]]
 * ```
 */
export async function findCauses(
  source: AggregateSource,
  { grouping, ...comparison }: CausesRequest,
  { signal, history = MOST_HISTORY, usual: knownUsual, ...limits }: FindCausesOptions = {},
): Promise<CausesAnswer> {
  signal?.throwIfAborted()
  const request: AttributionRequest = { ...comparison, groupings: [grouping] }
  const plan = planComparison(request)
  const reason = whyNoExactShares(plan)
  const decomposition = reason === null ? searchedParts(plan) : findSearchedParts(plan)
  const options = { history, ...(signal && { signal }) }
  const ranked =
    reason === null
      ? null
      : await rankSegments(source, request, {
          reason,
          most: limits.maxCauses ?? MOST_SEGMENTS,
          ...(signal && { signal }),
        })
  const usual =
    knownUsual === undefined ? await findUsualChange(source, comparison, options) : knownUsual
  const foundCauses =
    decomposition === null
      ? null
      : await searchCauses(
          source,
          { plan, grouping, decomposition, usual },
          { ...options, limits },
        ).catch((error) => {
          if (ranked === null || !isUnsupported(error)) throw error
          return null
        })
  if (foundCauses === null) return rankedAnswer(ranked!, usual)
  if (ranked === null) return { ...foundCauses, ranking: null }
  return {
    ...foundCauses,
    ranking: pickRanking(ranked),
    executed: [...foundCauses.executed, ...ranked.executed],
  }
}

/** Segments of a ranking, at most, when nothing else is said. */
const MOST_SEGMENTS = 10

/** A question that is searched, with what is known of it. */
interface PlannedSearch {
  readonly plan: ComparisonPlan
  readonly grouping: Grouping
  readonly decomposition: FormulaParts
  readonly usual: UsualChange | null
}

/** The causes in the parts of a metric that divide among rows. */
async function searchCauses(
  source: AggregateSource,
  { plan, grouping, decomposition, usual }: PlannedSearch,
  {
    history,
    signal,
    limits,
  }: Pick<FindCausesOptions, 'history' | 'signal'> & {
    readonly limits: Pick<FindCausesOptions, 'maxCauses' | 'maxDepth'>
  },
): Promise<Omit<CausesAnswer, 'ranking'>> {
  const { metric } = plan.request
  const aggregates = await aggregateCauseWindows(source, plan, {
    ...(history !== undefined && { history }),
    ...(signal && { signal }),
  }).catch((error) => {
    // Of a balance per value each earlier window names values too.
    if (history === 0 || !isTooManyValues(error)) throw error
    return aggregateCauseWindows(source, plan, { history: 0, ...(signal && { signal }) })
  })
  const search = async ({ form, formula }: FormulaPart) => {
    if (form === null) return null
    const columns = {
      ...aggregates,
      form,
      windows: countEarlierWindows({ ...metric, formula }, aggregates),
    }
    const { cut, ...input } = createCausesInput(aggregates.frames[1]!, grouping, columns)
    return { cut, report: await runInSlices(locateCausesInSlices(input, limits), signal) }
  }
  const { warning } = aggregates
  const executed = [aggregates.executed]
  if (decomposition.formula.kind === 'reference') {
    const [only] = decomposition.parts
    const totals = { ...aggregates, pairs: [aggregates.totals], form: only!.form!, windows: 0 }
    const total = createCausesInput(aggregates.frames[0]!, { ...grouping, keys: [] }, totals)
    const foundCauses = (await search(only!))!
    return { ...wholeAnswer(only!, total, { ...foundCauses, usual }), warning, executed }
  }
  const values = computeTotalValues(metric, aggregates)
  const { parts, division } = divideMetricChange(metric, {
    decomposition,
    values,
    aggregates,
  })
  const searched = []
  for (const { part, ...partFields } of parts) {
    const slope = division.method === null ? null : division.parts.get(part.name)!.slope
    const foundCauses = slope === null ? null : await search(part)
    searched.push({ part, ...partFields, found: foundCauses })
  }
  return {
    ...joinParts({ values, division, parts: searched, usual, ...limits }),
    warning,
    executed,
  }
}

/** The usual change of the metric; null without earlier windows, and where these name too many values. */
async function findUsualChange(
  source: AggregateSource,
  comparison: Omit<CausesRequest, 'grouping'>,
  options: { readonly history: number; readonly signal?: AbortSignal },
): Promise<UsualChange | null> {
  try {
    return await computeUsualChange(source, comparison, options)
  } catch (error) {
    if (isTooManyValues(error)) return null
    throw error
  }
}

/** The usual change as {@link iterateMetricChanges} gives it. */
async function computeUsualChange(
  source: AggregateSource,
  { metric, ...comparison }: Omit<CausesRequest, 'grouping'>,
  { history, signal }: { readonly history: number; readonly signal?: AbortSignal },
): Promise<UsualChange | null> {
  const pairs = earlierPairs(comparison, Math.min(history, MOST_HISTORY))
  if (pairs.length === 0) return null
  const request = { ...comparison, metrics: [metric], history: pairs }
  for await (const { usual, history: changes } of iterateMetricChanges(source, request, {
    ...(signal && { signal }),
  })) {
    return usual === null ? null : { size: usual, changes }
  }
  return null
}

function isTooManyValues(error: unknown): boolean {
  return error instanceof AttributionError && error.code === 'ATTRIBUTION_TOO_MANY_VALUES'
}

function isUnsupported(error: unknown): boolean {
  return error instanceof AttributionError && error.code === 'ATTRIBUTION_CAUSES_UNSUPPORTED'
}

/** The parts of a metric that are searched; null where there are none. */
function findSearchedParts({ request, form }: ComparisonPlan): FormulaParts | null {
  const { metric, calculation } = request
  if (calculation === 'AVG' && looksElsewhere(metric) && form.kind === 'other') return null
  const decomposition = formulaParts(metric, 'largest')
  return decomposition.parts.some((part) => part.form !== null) ? decomposition : null
}

/** The parts of a metric that are searched. Throws where there are none. */
function searchedParts(plan: ComparisonPlan): FormulaParts {
  const searched = findSearchedParts(plan)
  if (searched !== null) return searched
  const { metric } = plan.request
  const reasons = formulaParts(metric, 'largest').parts.flatMap(({ reason }) => reason ?? [])
  throw causesUnsupportedError(metric.name, reasons.join(' and ') || 'the value is a constant')
}

/** The measures of a metric in all windows, aggregated. */
interface CauseAggregates extends Omit<CauseColumns, 'form'> {
  /** The overall row; the combinations of values. */
  readonly frames: readonly AggregateFrame[]
  /** The columns of the overall row by measure. */
  readonly totals: CauseColumns['pairs'][number]
  readonly measureDivisors: readonly Divisors[]
  readonly warning: CausesAnswer['warning']
  readonly executed: string
}

async function aggregateCauseWindows(
  source: AggregateSource,
  { request, form, measures: questionMeasures }: ComparisonPlan,
  { history, signal }: Pick<FindCausesOptions, 'history' | 'signal'>,
): Promise<CauseAggregates> {
  const { measures } = request.metric
  // A measure in another period has no history.
  const lasting = questionMeasures.filter((_, index) => {
    return measures[index]!.otherWindow === undefined && whyNotSplit(measures[index]!) === null
  })
  const { earlier, pairs, extended } = withEarlierWindows(
    request,
    lasting.length > 0 ? history! : 0,
  )
  const before = pairs.flatMap((_, pair) =>
    lasting.map((measure): Measure => {
      const { otherWindows = [] } = getMeasureFact(request, measure)
      const earlier = { name: pastName(measure, pair), otherWindow: otherWindows.length + pair }
      return { ...withEarlierTimes(request, measure, { pair, count: pairs.length }), ...earlier }
    }),
  )
  const { frames, facts, executed } = await joinFacts(source).aggregate(
    scopeRequest(extended, [...questionMeasures, ...before]),
    signal === undefined ? {} : { signal },
  )
  const requestFacts = [request, ...(request.otherFacts ?? [])]
  const isKnown = earlier.map(({ interval }) =>
    requestFacts.every((fact, index) => reachesBackTo(fact, facts[index]!, interval.from)),
  )
  const named = ({ measures: columns }: AggregateFrame, some: readonly Measure[], from: number) =>
    new Map(some.map(({ name }, index) => [name, columns[from + index]!]))
  const combinations = frames[1]!
  const windows = reachWindows(request, facts)
  return {
    frames,
    totals: named(frames[0]!, questionMeasures, 0),
    pairs: [
      named(combinations, questionMeasures, 0),
      ...pairs.map((_, pair) =>
        named(combinations, lasting, questionMeasures.length + pair * lasting.length),
      ),
    ],
    measureDivisors: windows.measureDivisors,
    divisors: new Map(
      questionMeasures.map(({ name }, index) => [name, windows.measureDivisors[index]!]),
    ),
    windows: isKnown.indexOf(false) < 0 ? earlier.length : isKnown.indexOf(false),
    warning: warningText(
      windowWarnings(
        { request, form, windows },
        { root: findPresence(request, facts), scope: facts },
      ),
    ),
    executed,
  }
}

/** How far facts reach. A metric that looks at other windows may have rows there alone. */
function findPresence(
  { metric }: AttributionRequest,
  facts: readonly FactReach[],
): readonly FactReach[] {
  if (!looksElsewhere(metric)) return facts
  return facts.map((reach) => ({ ...reach, present: { current: true, compare: true } }))
}

/** A measure at one time of earlier windows, which other rows choose; any other measure as it is. */
function withEarlierTimes(
  request: AttributionRequest,
  measure: Measure,
  { pair, count }: { readonly pair: number; readonly count: number },
): Measure {
  const { snapshot } = measure
  if (snapshot?.windows === undefined) return measure
  const { time } = getMeasureFact(request, measure)
  const earlier = earlierWindows({ time, windows: snapshot.windows }, 2 * count)
  const windows = toWindowPairs(earlier.map(({ condition }) => condition))[pair]!
  return { ...measure, snapshot: { ...snapshot, windows } }
}

/** The earlier windows of a part: none where it looks at another period. */
function countEarlierWindows(
  { formula, measures }: ResolvedMetric,
  { windows }: CauseAggregates,
): number {
  const names = new Set(typedReferences(formula).map(({ name }) => name))
  return looksElsewhere({ measures: measures.filter(({ name }) => names.has(name)) }) ? 0 : windows
}

/** A formula over the measures of a metric, over all rows. */
function computeTotalValues(
  metric: ResolvedMetric,
  { frames, totals, measureDivisors: each }: CauseAggregates,
): NodeValues {
  const at = (window: 'current' | 'compare'): number | null => {
    const present = looksElsewhere(metric) ? Float64Array.of(1) : frames[0]!.present[window]
    const divisors = each.map((of) => of[window])
    const [value] = formulaValues({ metric, measures: totals, window, present, divisors })
    return Number.isNaN(value) ? null : value!
  }
  return { current: at('current'), compare: at('compare') }
}

interface Divided {
  readonly division: Division
  readonly parts: readonly { readonly part: FormulaPart; readonly values: NodeValues }[]
}

/**
 * The change of a formula among its parts; among its measures where a part has no value in a window. Throws where it does not
 * divide though it has a value in both.
 */
function divideMetricChange(
  metric: ResolvedMetric,
  {
    decomposition,
    values,
    aggregates,
  }: {
    readonly decomposition: FormulaParts
    readonly values: NodeValues
    readonly aggregates: CauseAggregates
  },
): Divided {
  const divideAmongParts = ({ formula, parts }: FormulaParts): Divided => {
    const valuedParts = parts.map((part) => {
      return { part, values: computeTotalValues({ ...metric, formula: part.formula }, aggregates) }
    })
    const byName = new Map(
      valuedParts.map((valuedPart) => [valuedPart.part.name, valuedPart.values]),
    )
    return { division: divideChange(formula, byName), parts: valuedParts }
  }
  const largest = divideAmongParts(decomposition)
  if (largest.division.method !== null) return largest
  if (values.current === null || values.compare === null) return largest
  const finest = divideAmongParts(formulaParts(metric, 'measures'))
  if (finest.division.method !== null) return finest
  throw causesUnsupportedError(metric.name, finest.division.reason)
}

/** The request with earlier windows as further pairs of each fact, as many as all of its facts have. */
function withEarlierWindows(
  request: AttributionRequest,
  history: number,
): {
  readonly earlier: readonly EarlierWindow[]
  readonly pairs: readonly WindowPair[]
  readonly extended: AttributionRequest
} {
  const facts = [request, ...(request.otherFacts ?? [])]
  const windowsByFact = facts.map((fact) => earlierWindows(fact, Math.min(history, MOST_HISTORY)))
  const count = Math.min(...windowsByFact.map(({ length }) => length))
  const pairs = windowsByFact.map((all) =>
    toWindowPairs(all.slice(0, count).map(({ condition }) => condition)),
  )
  const [requestFields, ...factFields] = facts.map(({ otherWindows = [] }, fact) => {
    return { otherWindows: [...otherWindows, ...pairs[fact]!] }
  })
  const otherFacts = request.otherFacts?.map((fact, index) => ({ ...fact, ...factFields[index]! }))
  return {
    earlier: windowsByFact[0]!.slice(0, count),
    pairs: pairs[0]!,
    extended: { ...request, ...requestFields, ...(otherFacts && { otherFacts }) },
  }
}

function pastName({ name }: Measure, pair: number): string {
  return `${name} before ${pair}`
}

/** Conditions two by two; the last one twice when it is alone. */
function toWindowPairs(conditions: readonly WindowPair['current'][]): readonly WindowPair[] {
  return Array.from({ length: Math.ceil(conditions.length / 2) }, (_, pair) => {
    const current = conditions[2 * pair]!
    return { current, compare: conditions[2 * pair + 1] ?? current }
  })
}

import type { SlicedWork } from '@tributary/core/internal'
import type { Decimal, TypedExpr } from '@tributary/expression'
import {
  compareDecimals,
  decimalText,
  decimalToNumber,
  toDecimal,
} from '@tributary/expression/internal'
import { shareMeasures } from '../../attribute/share-measures.ts'
import { hasCountedRows } from '../../contribute/formula-values.ts'
import { type Measurement, measureInSlices } from '../../contribute/measure.ts'
import { compareCodePoints } from '../../numbers/code-points.ts'
import { type FactsAnswer, type FactsRequest, joinFacts } from '../../plan/join-facts.ts'
import { type MetricForm, metricForm } from '../../plan/metric-form.ts'
import { frontierTime } from '../../plan/plan-comparison.ts'
import { NEVER } from '../../request/conjunction.ts'
import type { ResolvedMetric } from '../../request/request.ts'
import type { AggregateFrame, AggregateSource, Fact, NumberColumn } from '../../request/source.ts'
import { findMetricTexts } from '../../tables/table-context.ts'
import { countOverflows } from '../../tables/table-warnings.ts'
import type { QueryFact, QueryPart } from './query-request.ts'

/**
 * A value of a metric: a number, a decimal where a number would lose digits of a whole number or decimal, or the text of a
 * MIN or MAX of texts, dates and times; null where it has none.
 */
export type MetricValue = number | Decimal | string | null

/** How values of one metric order: texts by code point, numbers by size, to the last digit. */
export function compareMetricValues(
  a: NonNullable<MetricValue>,
  b: NonNullable<MetricValue>,
): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' || typeof b === 'string') return compareCodePoints(String(a), String(b))
  return compareDecimals(toDecimal(a), toDecimal(b))
}

/** A value as a number or a text: of a decimal the nearest number. */
export function toWireValue(value: MetricValue): number | string | null {
  return typeof value === 'object' && value !== null ? decimalToNumber(value) : value
}

/** The exact texts of values, in plain notation; null where no number among them would lose digits. */
export function listExactTexts(values: readonly MetricValue[]): readonly (string | null)[] | null {
  if (!values.some((value) => typeof value === 'object' && value !== null)) return null
  return values.map((value) =>
    value === null || typeof value === 'string' ? value : decimalText(toDecimal(value)),
  )
}

/** The values of one metric by group. */
export interface MetricValues {
  readonly name: string
  /** The value of a group of the part. */
  at(row: number): MetricValue
  /** Whether a group has rows of the metric. Only of a metric that has no value without rows; else always. */
  isThere(row: number): boolean
  /** The value over no rows: 0 for what is added up, else null. */
  readonly none: 0 | null
  /** How many groups have a number beyond the range of doubles. */
  readonly overflows: number
}

/** The groups of a part, aggregated. */
export interface PartFrames extends Pick<FactsAnswer, 'facts' | 'frontier' | 'executed'> {
  /** The frame of each metric; all have the same groups in the same order. */
  readonly frames: readonly AggregateFrame[]
}

/** Aggregates the metrics of a part in one pass. */
export async function aggregatePart(
  source: AggregateSource,
  part: QueryPart,
  options: { readonly signal?: AbortSignal },
): Promise<PartFrames> {
  const measures = part.metrics.map((metric) => metric.measures)
  const all = measures.reduce((sum, metricMeasures) => sum + metricMeasures.length, 1)
  const shared = shareMeasures(joinFacts(source), measures, { first: all, most: all })
  const answers: FactsAnswer[] = []
  for (const metric of part.metrics) {
    const request = factsRequest(part, metric, (keys) => [keys])
    answers.push(await shared.aggregate(request, options))
  }
  const { facts, frontier, executed } = answers[0]!
  return { frames: answers.map(({ frames }) => frames[0]!), facts, frontier, executed }
}

/** The groupings of a fact, from its keys. */
type GroupingsOf = (keys: QueryFact['keys']) => Fact['groupings']

/** Aggregates the first metric of a part by several groupings in one pass. */
export function aggregateGroupings(
  source: AggregateSource,
  part: QueryPart,
  { groupings, ...options }: { readonly groupings: GroupingsOf; readonly signal?: AbortSignal },
): Promise<FactsAnswer> {
  return joinFacts(source).aggregate(factsRequest(part, part.metrics[0]!, groupings), options)
}

function factsRequest(
  part: QueryPart,
  { measures }: ResolvedMetric,
  groupings: GroupingsOf,
): FactsRequest {
  const { otherFacts } = part
  const furtherFacts = otherFacts?.map((fact) => aggregatedFact(fact, groupings))
  return {
    ...aggregatedFact(part, groupings),
    measures,
    ...(furtherFacts && { otherFacts: furtherFacts }),
  }
}

function aggregatedFact(
  { rows, filter, window, otherWindows, keys, time }: QueryFact,
  groupings: GroupingsOf,
): Fact {
  const toSingleWindow = (current: TypedExpr) => ({ current, compare: NEVER })
  return {
    rows,
    filter,
    windows: toSingleWindow(window),
    ...(otherWindows.length > 0 && { otherWindows: otherWindows.map(toSingleWindow) }),
    groupings: groupings(keys),
    time: time === null ? null : frontierTime(time),
  }
}

/** The values of a metric, computed as those of an attribution are. Yields between groups. */
export function* metricValues(
  metric: ResolvedMetric,
  frame: AggregateFrame,
): SlicedWork<MetricValues> {
  const counts = findRowCounts(metric, frame)
  // Without a value a formula has none, which sums of measures do not know.
  const form: MetricForm =
    counts === null
      ? metricForm(metric)
      : { kind: 'other', reason: 'its measures may have no value' }
  const once = { current: 1n, compare: 1n }
  const measurement: Measurement = {
    metric,
    form,
    measureDivisors: metric.measures.map(() => once),
    withoutMean: [],
  }
  const measured = yield* measureInSlices(measurement, frame, null)
  const { current: overflows } = yield* countOverflows(measurement, frame, measured)
  const texts = findMetricTexts(metric, frame)
  const { current, exact } = measured
  const isThere = (row: number): boolean =>
    counts?.some((count) => hasCountedRows(count, row)) ?? true
  const isOfRows = metric.measures.some(
    ({ snapshot, otherWindow }) => snapshot !== undefined && otherWindow === undefined,
  )
  return {
    name: metric.name,
    isThere,
    at: (row) => {
      if (!isThere(row)) return null
      if (isOfRows && frame.present.current[row] === 0) return null
      if (texts !== null) return texts.current[row] ?? null
      const value = current[row]!
      return exact.current.get(row) ?? (Number.isNaN(value) ? null : value)
    },
    none: valueOfNothing(metric),
    overflows,
  }
}

/** The counts of rows of a metric all of whose measures have no value without rows; null for another one. */
function findRowCounts({ measures }: ResolvedMetric, frame: AggregateFrame) {
  const named = new Set(measures.flatMap(({ countedBy }) => countedBy ?? []))
  if (named.size === 0) return null
  const isCountedAll = measures.every(
    (measure) => measure.countedBy !== undefined || named.has(measure.name),
  )
  if (!isCountedAll) return frame.rowCount === 0 ? [] : [ones(frame.rowCount)]
  return measures.flatMap(({ name }, at) => (named.has(name) ? frame.measures[at]!.current : []))
}

function ones(length: number): NumberColumn {
  return { kind: 'double', values: new Float64Array(length).fill(1) }
}

/** The value of a metric over no rows: 0 for what is added up, over time too; else null. */
export function valueOfNothing(metric: ResolvedMetric): 0 | null {
  const isNull = metric.measures.some(
    ({ snapshot, countedBy }) => snapshot !== undefined || countedBy !== undefined,
  )
  return !isNull && metricForm(metric).kind === 'linear' ? 0 : null
}

import { inSpans, runInSlices, type SlicedWork } from '@tributary/core/internal'
import type { Cause } from '../causes/leaves/types.ts'
import { measureInSlices } from '../contribute/measure.ts'
import { compareCodePoints } from '../numbers/code-points.ts'
import { formulaParts } from '../plan/formula-parts.ts'
import { joinFacts } from '../plan/join-facts.ts'
import { whyNotSplit } from '../plan/metric-form.ts'
import { type ComparisonPlan, planComparison } from '../plan/plan-comparison.ts'
import { readComparison } from '../plan/read-comparison.ts'
import type { AttributionRequest, Grouping } from '../request/request.ts'
import { type AggregateFrame, type AggregateSource, isTextExtreme } from '../request/source.ts'
import { warningText } from '../request/warnings.ts'
import { createTableContext } from '../tables/table-context.ts'
import { NO_VALUE } from './cause-columns.ts'

/** A value of a dimension, and the metric there. */
export interface RankedSegment {
  /** One condition. */
  readonly conditions: Cause['conditions']
  /** The metric in the segment; null where it has no value. */
  readonly current: number | null
  readonly compare: number | null
  /** `current - compare`; null where one of the two is. */
  readonly change: number | null
}

/** The values of dimensions by the change of a metric whose values in segments do not add up to that of all rows. */
export interface SegmentRanking {
  /** Why the metric has no exact shares. */
  readonly reason: string
  /** The segments with the largest changes, whatever their sign; those without a change last. */
  readonly segments: readonly RankedSegment[]
  /** All segments that were compared. */
  readonly groups: number
}

/**
 * Why the change of a metric has no exact shares; null when it has, and for a constant and for texts, which do not change
 * by a number. No reason has the name of a measure.
 */
export function whyNoExactShares({ request, form }: ComparisonPlan): string | null {
  const { metric } = request
  if (form.kind !== 'other') {
    return form.overlaps ? 'several segments may count the same thing' : null
  }
  const isConstant = formulaParts(metric, 'measures').parts.length === 0
  if (isConstant || metric.measures.some(isTextExtreme)) return null
  const measure = metric.measures.find((candidate) => whyNotSplit(candidate) !== null)
  if (measure === undefined) return form.reason
  if (measure.nested !== undefined) return 'it is aggregated in two steps'
  return `values of ${measure.aggregate} do not add up`
}

/** A ranking with the totals, for a metric of which no part is searched. */
export interface RankedAnswer extends SegmentRanking {
  readonly current: number | null
  readonly compare: number | null
  /** Dimensions with no more than one value. */
  readonly leftOut: readonly string[]
  readonly warning: string | null
  readonly executed: readonly string[]
}

/**
 * Compares the metric in each value of each key of a grouping, and ranks the values by their change: one aggregation by
 * each key. A dimension with one value is left out. Equal changes are in the order of dimensions and values.
 */
export async function rankSegments(
  source: AggregateSource,
  request: AttributionRequest,
  {
    reason,
    most,
    signal,
  }: { readonly reason: string; readonly most: number; readonly signal?: AbortSignal },
): Promise<RankedAnswer> {
  const plan = planComparison(withGroupingByKey(request))
  const options = signal === undefined ? {} : { signal }
  const facts = joinFacts(source)
  const [scope, root] = await Promise.all([
    facts.aggregate(plan.scope, options),
    plan.root && facts.aggregate(plan.root, options),
  ])
  const answers = { scope, root }
  const windows = readComparison(plan, answers)
  const context = createTableContext(plan, answers, windows)
  const { groupings } = plan.request
  const leftOut: string[] = []
  const all: RankedSegment[] = []
  for (const [index, { name }] of groupings.entries()) {
    const frame = scope.frames[index + 1]!
    if (frame.rowCount < 2) leftOut.push(name)
    else all.push(...(await runInSlices(measureSegments(name, frame, context), signal)))
  }
  const order = new Map(groupings.map(({ name }, index) => [name, index]))
  const ranked = all.toSorted((a, b) => compareSegments(a, b, order))
  return {
    reason,
    segments: ranked.slice(0, most),
    groups: ranked.length,
    current: windows.isEmpty ? null : toValue(context.scope.current[0]!),
    compare: windows.isEmpty ? null : toValue(context.scope.compare[0]!),
    leftOut,
    warning: warningText(windows.warnings),
    executed: root === null ? [scope.executed] : [scope.executed, root.executed],
  }
}

/** The request with a grouping for each key of its only one, in each fact. */
function withGroupingByKey(request: AttributionRequest): AttributionRequest {
  const { otherFacts } = request
  return {
    ...request,
    groupings: splitKeys(request.groupings),
    ...(otherFacts && {
      otherFacts: otherFacts.map((fact) => ({ ...fact, groupings: splitKeys(fact.groupings) })),
    }),
  }
}

function splitKeys(groupings: readonly Grouping[]): readonly Grouping[] {
  return groupings.flatMap((grouping) =>
    grouping.keys.map((key) => ({ ...grouping, name: key.name, keys: [key] })),
  )
}

function* measureSegments(
  dimension: string,
  frame: AggregateFrame,
  { measurement, scope }: ReturnType<typeof createTableContext>,
): SlicedWork<readonly RankedSegment[]> {
  const measured = yield* measureInSlices(measurement, frame, scope.weights)
  const segments: RankedSegment[] = []
  const [texts] = frame.keys
  yield* inSpans(frame.rowCount, (from, to) => {
    for (let row = from; row < to; row++) {
      const current = toValue(measured.current[row]!)
      const compare = toValue(measured.compare[row]!)
      segments.push({
        conditions: [{ dimension, value: texts![row] ?? NO_VALUE }],
        current,
        compare,
        change: current === null || compare === null ? null : current - compare,
      })
    }
  })
  return segments
}

function toValue(number: number): number | null {
  return Number.isNaN(number) ? null : number
}

function compareSegments(
  a: RankedSegment,
  b: RankedSegment,
  order: ReadonlyMap<string, number>,
): number {
  const [first, second] = [a.conditions[0]!, b.conditions[0]!]
  return (
    Number(a.change === null) - Number(b.change === null) ||
    Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0) ||
    order.get(first.dimension)! - order.get(second.dimension)! ||
    compareCodePoints(first.value, second.value)
  )
}

/** The ranking of an answer. */
export function pickRanking({ reason, segments, groups }: RankedAnswer): SegmentRanking {
  return { reason, segments, groups }
}

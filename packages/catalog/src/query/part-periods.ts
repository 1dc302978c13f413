import type { GroupKey } from '@tributary/attribution'
import type { PartPeriods, PeriodWindow } from '@tributary/attribution/internal'
import {
  findConditionIntervals,
  type Grain,
  type Interval,
  type TypedExpr,
  typedReferences,
} from '@tributary/expression'
import { constantNode, findGrainWord, wordOfGrain } from '@tributary/expression/internal'
import { unsupportedMetric } from '../definitions/errors.ts'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { PlanContext } from '../plan/attribution-question.ts'
import { findMoveUnits, findRowTime, listFactMeasures } from '../plan/plan-attribution.ts'
import { planDimension } from '../plan/plan-groupings.ts'
import { withinInterval } from '../plan/plan-window.ts'
import {
  applyMoves,
  findLastSeenMoment,
  isMean,
  listMeanIntervals,
  type WindowMove,
} from '../resolve/metrics/other-period.ts'
import { combineConditions, splitConjuncts, toIdentity } from '../resolve/rows/conjunction.ts'
import { toPeriodTruncation } from '../route/periods.ts'

/** One fact of metrics that are asked by time and look at other times than those of their rows. */
export interface MovedFact {
  readonly context: PlanContext
  readonly keys: readonly GroupKey[]
  /** Conditions of its rows that are not on their time. */
  readonly conditions: readonly TypedExpr[]
  /** The moves of the windows that measures count, in their order. */
  readonly moves: readonly (readonly WindowMove[])[]
}

/** By key the grain of the periods of the time of rows that it is; null for another key. None of them where no key is a time. */
export function timeGrains(
  context: PlanContext,
  keys: readonly GroupKey[],
): readonly (Grain | null)[] {
  const time = findRowTime(context)?.value ?? null
  if (time === null) return keys.map(() => null)
  const identity = toIdentity(time)
  return keys.map(({ name, value }) => {
    const period = toPeriodTruncation(value)
    if (period !== null && toIdentity(period.time) === identity) return period.grain
    if (!typedReferences(value).some((reference) => toIdentity(reference) === identity)) return null
    const { metric } = context
    const reason = `The metric "${metric.name}" looks at another period than that of its rows, so "${name}", which is a part of their time, does not divide it; group by periods of metric_time`
    throw unsupportedMetric(`dimensions "${name}"`, reason)
  })
}

/** Whether a measure of a metric is taken at one time of each period. */
export function isStock({ metric }: PlanContext): boolean {
  return metric.measures.some(({ snapshot }) => snapshot !== undefined)
}

/** Whether a measure of a metric looks at another period, or at one time of each period. */
export function hasOtherPeriods(context: PlanContext): boolean {
  return isStock(context) || context.metric.measures.some(({ moves }) => moves.length > 0)
}

/** Whether a measure of a metric is the mean of what is accumulated up to each base period. */
export function hasMean({ metric }: PlanContext): boolean {
  return metric.measures.some(({ moves }) => moves.some(isMean))
}

/** The moves of the windows that measures of a fact count, each once, in the order of `moveWindows`. */
export function collectWindowMoves(
  contexts: readonly PlanContext[],
): readonly (readonly WindowMove[])[] {
  const all = contexts.flatMap((context) => listFactMeasures(context).map(({ moves }) => moves))
  const moved = all.filter((moves) => moves.length > 0)
  return [...new Map(moved.map((moves) => [toIdentity(moves), moves])).values()]
}

/** A condition in its part on the time of the rows and the others, for a fact that is aggregated by period. */
export function splitTime(
  context: PlanContext,
  condition: TypedExpr | null,
): { readonly timed: readonly TypedExpr[]; readonly untimed: TypedExpr | null } {
  const time = findRowTime(context)?.value
  if (time === undefined) return { timed: [], untimed: condition }
  const identity = toIdentity(time)
  const isTimed = (conjunct: TypedExpr): boolean => {
    const named = typedReferences(conjunct)
    return named.length > 0 && named.every((reference) => toIdentity(reference) === identity)
  }
  const all = splitConjuncts(condition)
  return {
    timed: all.filter(isTimed),
    untimed: combineConditions(all.filter((conjunct) => !isTimed(conjunct))),
  }
}

/** The times that conditions ask for. Throws for conditions that are no ranges, and for several ranges that are not by time. */
export function findQueriedTimes(
  context: PlanContext,
  { timed, keys }: Pick<MovedFact, 'keys'> & { readonly timed: readonly TypedExpr[] },
): readonly Interval[] {
  const condition = combineConditions(timed.filter((conjunct) => conjunct.kind !== 'constant'))
  if (condition === null) return [{ from: null, to: null }]
  const identity = toIdentity(findRowTime(context)?.value)
  const intervals = findConditionIntervals(
    condition,
    (reference) => toIdentity(reference) === identity,
  )
  const isByTime = timeGrains(context, keys).some((grain) => grain !== null)
  if (intervals !== null && (isByTime || intervals.length === 1)) return intervals
  const reason = `The metric "${context.metric.name}" looks at another period than that of its rows, so ${isByTime ? 'by metric_time its conditions on the time must be ranges' : 'its conditions on the time must be one range'}`
  throw unsupportedMetric('timeConstraint', reason)
}

/** How the periods of facts are aggregated. */
export function partPeriods(
  facts: readonly MovedFact[],
  intervals: readonly Interval[],
): PartPeriods {
  const [{ context, keys }] = facts as [MovedFact]
  return {
    grains: timeGrains(context, keys),
    intervals,
    reachOf(last) {
      const lastTimes = facts.flatMap((fact) =>
        [[], ...fact.moves].map((moves) =>
          findLastSeenMoment(last, moves, findMoveUnits(fact.context)),
        ),
      )
      const boundedTimes = lastTimes.filter((time) => time !== null)
      const inOrder = [last, ...boundedTimes].toSorted((a, b) => (a < b ? -1 : 1))
      return { last: inOrder.at(-1)!, isOpen: boundedTimes.length < lastTimes.length }
    },
    windowsOf: (period) =>
      facts.map((fact) =>
        [[], ...fact.moves].map((moves) => {
          const units = findMoveUnits(fact.context)
          const window = windowIn(fact, applyMoves(period, moves, units))
          const parts = listMeanIntervals(period, moves, units)
          return parts === null
            ? window
            : { ...window, parts: parts.map((part) => windowIn(fact, part)) }
        }),
      ),
    windowIn: (fact, interval) => windowIn(facts[fact]!, interval),
    base: {
      grain: findMoveUnits(context).base,
      keys: facts.map((fact) => ({ name: 'base period', value: basePeriod(fact.context) })),
    },
  }
}

function windowIn({ context, conditions }: MovedFact, interval: Interval): PeriodWindow {
  const time = findRowTime(context)!.value
  const condition = combineConditions([...conditions, ...withinInterval(time, interval)])
  return { interval, condition: condition ?? EVERY_ROW }
}

const EVERY_ROW: TypedExpr = constantNode({ type: 'BOOLEAN', value: true })

/** The base period of a row, as `metric_time` by that grain. */
function basePeriod(context: PlanContext): TypedExpr {
  const { calendar, base } = findMoveUnits(context)
  const grain = wordOfGrain(base)
  const text = findGrainWord(grain, calendar) === null ? METRIC_TIME : `${METRIC_TIME}__${grain}`
  return planDimension(context, { text, path: 'dimensions' }).value
}

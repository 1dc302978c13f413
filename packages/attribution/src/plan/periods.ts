import {
  findConditionIntervals,
  type Grain,
  type Interval,
  type TypedExpr,
  type TypedReference,
  truncate,
  typedReferences,
} from '@tributary/expression'
import {
  clockStretches,
  constantNode,
  DAY,
  isFinerThanDay,
  nextPeriod,
  periodNumber,
} from '@tributary/expression/internal'
import { conjunction, splitConjunction } from '../request/conjunction.ts'
import type { AttributionRequest, RowTime } from '../request/request.ts'
import type { AggregateAnswer, WindowPair } from '../request/source.ts'

/** The intervals of both windows; null where they are not known. */
export interface WindowIntervals {
  readonly current: readonly Interval[] | null
  readonly compare: readonly Interval[] | null
}

/** The base periods of both windows; null where they are not known. */
export interface ReachedPeriods {
  readonly current: WindowPeriods | null
  readonly compare: WindowPeriods | null
}

/** The intervals of a pair of windows of a request, by default its own, from their conditions alone. */
export function findWindowIntervals(
  { time, windows: requestWindows }: Pick<AttributionRequest, 'time' | 'windows'>,
  windows: WindowPair = requestWindows,
): WindowIntervals {
  if (time === null) return { current: null, compare: null }
  return {
    current: readWindowIntervals(windows.current, time),
    compare: readWindowIntervals(windows.compare, time),
  }
}

/** Many metrics ask about the same window, whose intervals are worked out once. */
const intervalsByTime = new WeakMap<RowTime, WeakMap<TypedExpr, WindowIntervals['current']>>()

function readWindowIntervals(window: TypedExpr, time: RowTime): WindowIntervals['current'] {
  const intervalsByWindow =
    intervalsByTime.get(time) ?? new WeakMap<TypedExpr, WindowIntervals['current']>()
  intervalsByTime.set(time, intervalsByWindow)
  if (!intervalsByWindow.has(window)) intervalsByWindow.set(window, intervalsWithin(window, time))
  return intervalsByWindow.get(window)!
}

/** The intervals of a window without the conditions that say which rows there are at all. */
function intervalsWithin(
  window: TypedExpr,
  { value, within: condition }: RowTime,
): WindowIntervals['current'] {
  if (condition === undefined) return windowIntervals(window, value)
  const conditionParts = new Set(splitConjunction(condition))
  const remainingCondition = conjunction(
    splitConjunction(window).filter((part) => !conditionParts.has(part)),
  )
  return remainingCondition && windowIntervals(remainingCondition, value)
}

/** The divisors of each window's totals: 1 for ALL, the number of base periods for AVG. */
export interface Divisors {
  readonly current: bigint
  readonly compare: bigint
}

/** The windows of a comparison as far as the data reaches. */
export interface ReachedWindows {
  readonly periods: ReachedPeriods
  readonly divisors: Divisors
  /**
   * The divisors of each measure by itself, in the metric's order: of one that is aggregated in other windows, the base
   * periods of those. 0 where a mean has no base period, and so no value.
   */
  readonly measureDivisors: readonly Divisors[]
  /** The windows whose means are not defined, since they have no base period. */
  readonly withoutMean: readonly ('current' | 'compare')[]
}

/** Counts the base periods of the windows of a request, and says what its calculation divides by. */
export function reachWindows(
  request: AttributionRequest,
  frontier: AggregateAnswer['frontier'],
): ReachedWindows {
  const { calculation, otherFacts = [], metric } = request
  const periods = countWindowPeriods(request, request.windows, frontier)
  if (calculation === 'ALL') {
    const measureDivisors = metric.measures.map(() => WHOLE)
    return { periods, divisors: WHOLE, measureDivisors, withoutMean: [] }
  }
  const divisorsByFact = [request, ...otherFacts].map((fact) =>
    [fact.windows, ...(fact.otherWindows ?? [])].map((pair): Divisors => {
      const { current, compare } = countWindowPeriods(fact, pair, frontier)
      return { current: BigInt(current?.count ?? 1), compare: BigInt(compare?.count ?? 1) }
    }),
  )
  return {
    periods,
    divisors: {
      current: BigInt(periods.current?.count || 1),
      compare: BigInt(periods.compare?.count || 1),
    },
    measureDivisors: metric.measures.map(
      ({ otherFact = -1, otherWindow = -1 }) => divisorsByFact[otherFact + 1]![otherWindow + 1]!,
    ),
    withoutMean: WINDOWS.filter((window) => periods[window]?.count === 0),
  }
}

/** The current and the compare window, by the name of their properties. */
export const WINDOWS = ['current', 'compare'] as const

const WHOLE: Divisors = { current: 1n, compare: 1n }

function countWindowPeriods(
  fact: Pick<AttributionRequest, 'time' | 'windows'>,
  windows: WindowPair,
  frontier: AggregateAnswer['frontier'],
): ReachedPeriods {
  const { time } = fact
  if (time === null || frontier === null) return { current: null, compare: null }
  const intervals = findWindowIntervals(fact, windows)
  const count = (window: readonly Interval[] | null): WindowPeriods | null =>
    window && windowPeriods(window, time.grain, frontier, time.timeZone)
  return { current: count(intervals.current), compare: count(intervals.compare) }
}

/**
 * The intervals of time that a window's condition names: sorted, disjoint, half-open, in
 * microseconds since 1970-01-01. Conditions joined by AND that do not mention time (`[origin] =
 * "ATL"`) are ignored. Null when the condition mentions time in any other way, or not at all.
 */
export function windowIntervals(condition: TypedExpr, time: TypedExpr): readonly Interval[] | null {
  if (time.kind !== 'reference') return null
  const timed = timeConditions(condition, time)
  return timed && findConditionIntervals(timed, (reference) => isSame(reference, time))
}

/** The conditions joined by AND that mention a time; null when none does. */
export function timeConditions(condition: TypedExpr, time: TypedReference): TypedExpr | null {
  const mentions = (part: TypedExpr): boolean =>
    typedReferences(part).some((reference) => isSame(reference, time))
  return conjunction(splitConjunction(condition).filter(mentions))
}

function isSame(a: TypedReference, b: TypedReference): boolean {
  return a.table === b.table && a.name === b.name
}

/** How many base periods a window has. */
export interface WindowPeriods {
  /** Calendar periods that the window touches and the data has reached. */
  readonly count: number
  /** Calendar periods that the window touches; null when it has no end or no beginning. */
  readonly total: number | null
}

/**
 * Counts the base periods of a window's intervals, clipped to the periods between the data's first and last time. With a
 * time zone, the periods are those that its clock showed: a day has as many hours as it had, and an hour that came twice
 * counts twice. Without one every day has 24 hours.
 */
export function windowPeriods(
  intervals: readonly Interval[],
  grain: Grain,
  frontier: NonNullable<AggregateAnswer['frontier']>,
  timeZone?: string,
): WindowPeriods {
  const bounded = intervals.every(({ from, to }) => from !== null && to !== null)
  const reached = { from: truncate(frontier.first, grain), to: nextPeriod(frontier.last, grain) }
  const counted = (bounds: Interval): number =>
    countPeriods(overlaps(intervals, bounds), grain, timeZone)
  return { count: counted(reached), total: bounded ? counted({ from: null, to: null }) : null }
}

/** The number of periods that bounded intervals touch. */
function countPeriods(
  intervals: readonly Interval[],
  grain: Grain,
  timeZone: string | undefined,
): number {
  const [first, last] = [intervals[0]?.from, intervals.at(-1)?.to]
  if (first == null || last == null) return 0
  const stretches =
    timeZone === undefined ? [{ from: null, to: null }] : clockStretches(timeZone, first, last)
  let count = 0
  let next = Number.NEGATIVE_INFINITY
  for (const stretch of stretches) {
    // A period of less than a day counts again when it comes again; a longer one is the same before and after a change.
    if (isFinerThanDay(grain)) next = Number.NEGATIVE_INFINITY
    for (const { from, to } of overlaps(intervals, stretch)) {
      // Two intervals may touch one period, which counts once.
      const start = Math.max(next, periodNumber(from!, grain))
      const end = periodNumber(to! - 1n, grain)
      if (end < start) continue
      count += end - start + 1
      next = end + 1
    }
  }
  return count
}

/** Intersects intervals with another one. */
function overlaps(intervals: readonly Interval[], bounds: Interval): readonly Interval[] {
  return intervals
    .map((interval) => ({
      from:
        interval.from === null || (bounds.from ?? interval.from) > interval.from
          ? bounds.from
          : interval.from,
      to:
        interval.to === null || (bounds.to ?? interval.to) < interval.to ? bounds.to : interval.to,
    }))
    .filter(({ from, to }) => from === null || to === null || from < to)
}

/** Whether no moment is in both of two lists of intervals. */
export function areApart(a: readonly Interval[], b: readonly Interval[]): boolean {
  return a.every((first) =>
    b.every((second) => endsBefore(first, second) || endsBefore(second, first)),
  )
}

function endsBefore(a: Interval, b: Interval): boolean {
  return a.to !== null && b.from !== null && a.to <= b.from
}

/** An interval with both ends. */
export interface BoundedInterval {
  readonly from: bigint
  readonly to: bigint
}

/** `time >= from AND time < to`, in the type of the time. */
export function createIntervalConditions(
  time: TypedExpr,
  { from, to }: BoundedInterval,
): readonly TypedExpr[] {
  const constant = (moment: bigint): TypedExpr =>
    time.type === 'DATE'
      ? // A day is before a moment within a day when it is before the next one.
        constantNode({ type: 'DATE', value: Number((moment + DAY - 1n) / DAY) })
      : constantNode({ type: 'TIMESTAMP', value: moment })
  return [
    { kind: 'comparison', type: 'BOOLEAN', op: '>=', left: time, right: constant(from) },
    { kind: 'comparison', type: 'BOOLEAN', op: '<', left: time, right: constant(to) },
  ]
}

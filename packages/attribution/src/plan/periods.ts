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

/** The current and the compare window, by the name of their properties. */
export const WINDOWS = ['current', 'compare'] as const

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

/** The first and the last time of the rows of a fact. */
export type Frontier = NonNullable<AggregateAnswer['frontier']>

/** The whole base periods that data reaches, from its first to its last time: how far data reaches, in every answer. */
export function reachedInterval({ first, last }: Frontier, grain: Grain): BoundedInterval {
  return { from: truncate(first, grain), to: nextPeriod(last, grain) }
}

/**
 * Counts the base periods of a window's intervals, clipped to those that the data reaches. With a time zone, the periods are
 * those that its clock showed: a day has as many hours as it had, and an hour that came twice counts twice. Without one every
 * day has 24 hours.
 */
export function windowPeriods(
  intervals: readonly Interval[],
  grain: Grain,
  frontier: Frontier,
  timeZone?: string,
): WindowPeriods {
  const bounded = intervals.every(({ from, to }) => from !== null && to !== null)
  const counted = (bounds: Interval): number =>
    countPeriods(intersectIntervals(intervals, bounds), grain, timeZone)
  return {
    count: counted(reachedInterval(frontier, grain)),
    total: bounded ? counted({ from: null, to: null }) : null,
  }
}

/** Whether intervals begin or end within a period of a grain. */
export function cutsPeriods(intervals: readonly Interval[], grain: Grain): boolean {
  const isWithin = (moment: bigint | null): boolean =>
    moment !== null && truncate(moment, grain) !== moment
  return intervals.some(
    ({ from, to }) =>
      (isWithin(from) && !intervals.some((interval) => interval.to === from)) ||
      (isWithin(to) && !intervals.some((interval) => interval.from === to)),
  )
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
    for (const { from, to } of intersectIntervals(intervals, stretch)) {
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
export function intersectIntervals(
  intervals: readonly Interval[],
  bounds: Interval,
): readonly Interval[] {
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

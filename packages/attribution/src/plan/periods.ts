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
  isFinerThanDay,
  nextPeriod,
  periodNumber,
} from '@tributary/expression/internal'
import { conjunction, splitConjunction } from '../request/conjunction.ts'
import type { AttributionRequest, RowTime } from '../request/request.ts'
import type { AggregateAnswer, WindowPair } from '../request/source.ts'
import { type Warning, warning } from '../request/warnings.ts'
import { isRate, type MetricForm } from './metric-form.ts'

/** The intervals of both windows; null where they are not known. */
export interface KnownIntervals {
  readonly current: readonly Interval[] | null
  readonly compare: readonly Interval[] | null
}

/** The base periods of both windows; null where they are not known. */
export interface KnownPeriods {
  readonly current: WindowPeriods | null
  readonly compare: WindowPeriods | null
}

/** The intervals of a pair of windows of a request, by default its own, from their conditions alone. */
export function knownIntervals(
  { time, windows: requestWindows }: Pick<AttributionRequest, 'time' | 'windows'>,
  windows: WindowPair = requestWindows,
): KnownIntervals {
  if (time === null) return { current: null, compare: null }
  return {
    current: askedIntervals(windows.current, time),
    compare: askedIntervals(windows.compare, time),
  }
}

/** Many metrics ask about the same window, whose intervals are worked out once. */
const intervalsByTime = new WeakMap<RowTime, WeakMap<TypedExpr, KnownIntervals['current']>>()

function askedIntervals(window: TypedExpr, time: RowTime): KnownIntervals['current'] {
  const intervalsByWindow =
    intervalsByTime.get(time) ?? new WeakMap<TypedExpr, KnownIntervals['current']>()
  intervalsByTime.set(time, intervalsByWindow)
  if (!intervalsByWindow.has(window)) intervalsByWindow.set(window, intervalsWithin(window, time))
  return intervalsByWindow.get(window)!
}

/** The intervals of a window without the conditions that say which rows there are at all. */
function intervalsWithin(
  window: TypedExpr,
  { value, within: condition }: RowTime,
): KnownIntervals['current'] {
  if (condition === undefined) return windowIntervals(window, value)
  const conditionParts = new Set(splitConjunction(condition))
  const remainingCondition = conjunction(
    splitConjunction(window).filter((part) => !conditionParts.has(part)),
  )
  return remainingCondition && windowIntervals(remainingCondition, value)
}

/** The base periods of a request's windows, as far as the data reaches. */
export function knownPeriods(
  { time }: Pick<AttributionRequest, 'time'>,
  intervals: KnownIntervals,
  frontier: AggregateAnswer['frontier'],
): KnownPeriods {
  const count = (window: readonly Interval[] | null, grain: Grain): WindowPeriods | null =>
    window === null || frontier === null
      ? null
      : windowPeriods(window, grain, frontier, time?.timeZone)
  if (time === null) return { current: null, compare: null }
  return {
    current: count(intervals.current, time.grain),
    compare: count(intervals.compare, time.grain),
  }
}

/** The divisors of each window's totals: 1 for ALL, the number of base periods for AVG. */
export interface Divisors {
  readonly current: bigint
  readonly compare: bigint
}

const WHOLE: Divisors = { current: 1n, compare: 1n }

/** The divisors of a request's calculation. */
export function computeDivisors(
  { calculation }: AttributionRequest,
  periods: KnownPeriods,
): Divisors {
  const count = (window: WindowPeriods | null): bigint => BigInt(window?.count || 1)
  if (calculation === 'ALL') return WHOLE
  return { current: count(periods.current), compare: count(periods.compare) }
}

/**
 * The divisors of each measure by itself, in the metric's order: of one that is aggregated in other windows, the base
 * periods of those. 0 where a mean has no base period, and so no value.
 */
export function measureDivisors(
  request: AttributionRequest,
  frontier: AggregateAnswer['frontier'],
): readonly Divisors[] {
  const { calculation, otherFacts = [], metric } = request
  if (calculation === 'ALL') return metric.measures.map(() => WHOLE)
  const count = (periods: WindowPeriods | null): bigint =>
    periods === null ? 1n : BigInt(periods.count)
  const divisorsByFact = [request, ...otherFacts].map((fact) =>
    [fact.windows, ...(fact.otherWindows ?? [])].map((pair): Divisors => {
      const { current, compare } = knownPeriods(fact, knownIntervals(fact, pair), frontier)
      return { current: count(current), compare: count(compare) }
    }),
  )
  return metric.measures.map(
    ({ otherFact = -1, otherWindow = -1 }) => divisorsByFact[otherFact + 1]![otherWindow + 1]!,
  )
}

/** The warnings about windows that the data covers in part, or that differ in length. */
export function periodWarnings(
  { calculation }: AttributionRequest,
  { current, compare }: KnownPeriods,
  form: MetricForm,
): readonly Warning[] {
  const warnings: Warning[] = []
  for (const [name, window] of Object.entries({ current, compare })) {
    if (window === null || window.asked === null || window.asked === window.count) continue
    warnings.push(warning('PARTIAL_RANGE', { [name]: window.count, of: window.asked }))
  }
  for (const [name, window] of Object.entries({ current, compare })) {
    if (calculation === 'AVG' && window?.count === 0) {
      warnings.push(warning('AVERAGE_UNDEFINED', { window: name }))
    }
  }
  const isCounted = current !== null && compare !== null && current.count > 0 && compare.count > 0
  if (calculation === 'ALL' && isCounted && current.count !== compare.count && !isRate(form)) {
    const details = { current: current.count, compare: compare.count }
    warnings.push(warning('RANGE_LENGTH_DIFFERS', details))
  }
  return warnings
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
  readonly asked: number | null
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
  return { count: counted(reached), asked: bounded ? counted({ from: null, to: null }) : null }
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

/** What is in one of some intervals and in another. */
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

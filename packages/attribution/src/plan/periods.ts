import {
  type Grain,
  type Interval,
  intervalsOf,
  type TypedExpr,
  type TypedReference,
  typedReferences,
} from '@tributary/expression'
import { periodNumber } from '@tributary/expression/internal'
import { conjunction, conjunctsOf } from '../request/conjunction.ts'
import type { AttributionRequest } from '../request/request.ts'
import type { AggregateAnswer } from '../request/source.ts'
import { type Warning, warning } from '../request/warnings.ts'

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

/** The intervals of a request's windows, from their conditions alone. */
export function knownIntervals({ time, windows }: AttributionRequest): KnownIntervals {
  if (time === null) return { current: null, compare: null }
  return {
    current: windowIntervals(windows.current, time.value),
    compare: windowIntervals(windows.compare, time.value),
  }
}

/** The base periods of a request's windows, as far as the data reaches. */
export function knownPeriods(
  { time }: AttributionRequest,
  intervals: KnownIntervals,
  frontier: AggregateAnswer['frontier'],
): KnownPeriods {
  const count = (window: readonly Interval[] | null, grain: Grain): WindowPeriods | null =>
    window === null || frontier === null ? null : windowPeriods(window, grain, frontier)
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

/** The divisors of a request's calculation. */
export function divisorsOf({ calculation }: AttributionRequest, periods: KnownPeriods): Divisors {
  const count = (window: WindowPeriods | null): bigint => BigInt(window?.count || 1)
  if (calculation === 'ALL') return { current: 1n, compare: 1n }
  return { current: count(periods.current), compare: count(periods.compare) }
}

/** The warnings about windows that the data covers in part, or that differ in length. */
export function periodWarnings(
  { calculation }: AttributionRequest,
  { current, compare }: KnownPeriods,
): readonly Warning[] {
  const warnings: Warning[] = []
  for (const [name, window] of Object.entries({ current, compare })) {
    if (window === null || window.asked === null || window.asked === window.count) continue
    warnings.push(warning('PARTIAL_RANGE', `${name}=${window.count} of=${window.asked}`))
  }
  for (const [name, window] of Object.entries({ current, compare })) {
    if (calculation === 'AVG' && window?.count === 0) {
      warnings.push(warning('AVERAGE_UNDEFINED', `window=${name}`))
    }
  }
  const isCounted = current !== null && compare !== null && current.count > 0 && compare.count > 0
  if (calculation === 'ALL' && isCounted && current.count !== compare.count) {
    const detail = `current=${current.count} compare=${compare.count}`
    warnings.push(warning('RANGE_LENGTH_DIFFERS', detail))
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
  return timed && intervalsOf(timed, (reference) => isSame(reference, time))
}

/** The conditions joined by AND that mention a time; null when none does. */
export function timeConditions(condition: TypedExpr, time: TypedReference): TypedExpr | null {
  const mentions = (part: TypedExpr): boolean =>
    typedReferences(part).some((reference) => isSame(reference, time))
  return conjunction(conjunctsOf(condition).filter(mentions))
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

/** Counts the base periods of a window's intervals, clipped to the periods between the data's first and last time. */
export function windowPeriods(
  intervals: readonly Interval[],
  grain: Grain,
  frontier: NonNullable<AggregateAnswer['frontier']>,
): WindowPeriods {
  const spans = intervals.map(({ from, to }) => ({
    first: from === null ? -Infinity : periodNumber(from, grain),
    last: to === null ? Infinity : periodNumber(to - 1n, grain),
  }))
  const bounded = intervals.every(({ from, to }) => from !== null && to !== null)
  const first = periodNumber(frontier.first, grain)
  const last = periodNumber(frontier.last, grain)
  return {
    count: countBetween(spans, first, last),
    asked: bounded ? countBetween(spans, -Infinity, Infinity) : null,
  }
}

/** Numbers of periods, both included. */
interface Span {
  readonly first: number
  readonly last: number
}

function countBetween(spans: readonly Span[], first: number, last: number): number {
  let count = 0
  // Two intervals may touch one period, which counts once.
  let next = first
  for (const span of spans) {
    const start = Math.max(next, span.first)
    const end = Math.min(last, span.last)
    if (end < start) continue
    count += end - start + 1
    next = end + 1
  }
  return count
}

import {
  type Grain,
  type Interval,
  intervalsOf,
  type TypedExpr,
  type TypedReference,
  truncate,
  typedReferences,
} from '@tributary/expression'
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
  if (calculation === 'ALL' && current && compare && current.count !== compare.count) {
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
  const isTime = (reference: TypedReference): boolean =>
    reference.table === time.table && reference.name === time.name
  const parts = conjuncts(condition).filter((part) => typedReferences(part).some(isTime))
  const [first, ...rest] = parts
  if (first === undefined) return null
  const joined: TypedExpr =
    rest.length === 0
      ? first
      : { kind: 'logical', type: 'BOOLEAN', op: 'AND', operands: [first, ...rest] }
  return intervalsOf(joined, isTime)
}

function conjuncts(condition: TypedExpr): readonly TypedExpr[] {
  if (condition.kind !== 'logical' || condition.op !== 'AND') return [condition]
  return condition.operands.flatMap(conjuncts)
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
  const first = periodNumber(frontier.first, grain)
  const last = periodNumber(frontier.last, grain)
  const bounded = intervals.every(({ from, to }) => from !== null && to !== null)
  return {
    count: countBetween(intervals, grain, first, last),
    asked: bounded ? countBetween(intervals, grain, -Infinity, Infinity) : null,
  }
}

function countBetween(
  intervals: readonly Interval[],
  grain: Grain,
  first: number,
  last: number,
): number {
  let count = 0
  // Two intervals may touch one period, which counts once.
  let next = first
  for (const { from, to } of intervals) {
    const start = Math.max(next, from === null ? first : periodNumber(from, grain))
    const end = Math.min(last, to === null ? last : periodNumber(to - 1n, grain))
    if (end < start) continue
    count += end - start + 1
    next = end + 1
  }
  return count
}

const FIXED_LENGTH: Partial<Record<Grain, bigint>> = {
  SECOND: 1_000_000n,
  MINUTE: 60_000_000n,
  HOUR: 3_600_000_000n,
  DAY: 86_400_000_000n,
  WEEK: 604_800_000_000n,
}

const MONTHS: Partial<Record<Grain, number>> = { QUARTER: 3, YEAR: 12 }

/** A number of the period that `time` is in; neighbours differ by one. */
function periodNumber(time: bigint, grain: Grain): number {
  const start = truncate(time, grain)
  const length = FIXED_LENGTH[grain]
  if (length !== undefined) return Number((start - truncate(0n, grain)) / length)
  const date = new Date(Number(start / 1000n))
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  return Math.floor(month / (MONTHS[grain] ?? 1))
}

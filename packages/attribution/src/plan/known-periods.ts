import type { Grain, Interval } from '@tributary/expression'
import type { AttributionRequest } from '../request.ts'
import type { AggregateAnswer } from '../source.ts'
import { type Warning, warning } from '../warnings.ts'
import { windowIntervals } from './window-intervals.ts'
import { type WindowPeriods, windowPeriods } from './window-periods.ts'

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

/** By what the totals of each window are divided: 1 for ALL, the number of base periods for AVG. */
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

/** What a reader must know of windows that the data cuts, or that differ in length. */
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

import type { Interval, TypedExpr, TypedReference } from '@tributary/expression'
import { conjunction, splitConjunction } from '../request/conjunction.ts'
import type { FactRows } from '../request/request.ts'
import type { WindowPair } from '../request/source.ts'
import {
  type BoundedInterval,
  createIntervalConditions,
  timeConditions,
  windowIntervals,
} from './periods.ts'

const MILLISECOND = 1000n

/** A window before those of a request. */
export interface EarlierWindow {
  readonly condition: TypedExpr
  readonly interval: BoundedInterval
}

/**
 * The conditions of up to `count` windows before the compare window, the latest first. Each is as long as the compare
 * window, and as far from the next one as the compare window is from the current one: weeks stay weeks with the same
 * days, months stay months. None where the windows are no single ranges of time in that order.
 */
export function earlierWindows(
  { windows, time }: Pick<FactRows, 'windows' | 'time'>,
  count: number,
): readonly EarlierWindow[] {
  if (time === null || time.value.kind !== 'reference') return []
  const current = findBoundedInterval(windowIntervals(windows.current, time.value))
  const compare = findBoundedInterval(windowIntervals(windows.compare, time.value))
  if (current === null || compare === null || compare.to > current.from) return []
  const otherConditions = withoutTime(windows.compare, time.value)
  return Array.from({ length: count }, (_, index) => {
    const interval = shiftWindow(compare, current, BigInt(index + 1))
    return {
      interval,
      condition: conjunction([
        ...otherConditions,
        ...createIntervalConditions(time.value, interval),
      ])!,
    }
  })
}

/** A pair of windows of a request, and those of its further facts in their order. */
export interface EarlierPair extends WindowPair {
  /** @defaultValue none */
  readonly otherFacts?: readonly WindowPair[]
}

/** The windows of a request. */
type Windows = Pick<FactRows, 'windows' | 'time'> & {
  readonly otherFacts?: readonly Pick<FactRows, 'windows' | 'time'>[]
}

/**
 * The pairs of windows before those of a request, as {@link earlierWindows}: the compare window and the one before it, that
 * one and the one before it, and so on, as many as all of its facts have.
 */
export function earlierPairs(request: Windows, count: number): readonly EarlierPair[] {
  const [requestPairs, ...otherPairs] = [request, ...(request.otherFacts ?? [])].map((fact) => {
    const earlier = earlierWindows(fact, count).map(({ condition }) => condition)
    const all = [fact.windows.compare, ...earlier]
    return earlier.map((compare, index): WindowPair => ({ current: all[index]!, compare }))
  })
  const length = Math.min(requestPairs!.length, ...otherPairs.map((pairs) => pairs.length))
  return requestPairs!.slice(0, length).map((pair, index) => {
    return otherPairs.length === 0
      ? pair
      : { ...pair, otherFacts: otherPairs.map((all) => all[index]!) }
  })
}

function findBoundedInterval(intervals: readonly Interval[] | null): BoundedInterval | null {
  const [only, ...more] = intervals ?? []
  if (only === undefined || more.length > 0 || only.from === null || only.to === null) return null
  return { from: only.from, to: only.to }
}

function withoutTime(condition: TypedExpr, time: TypedReference): readonly TypedExpr[] {
  return splitConjunction(condition).filter((part) => timeConditions(part, time) === null)
}

/** The compare window, moved back by so many times the step between both windows. */
function shiftWindow(
  compare: BoundedInterval,
  current: BoundedInterval,
  times: bigint,
): BoundedInterval {
  const months = findMonthNumber(current.from)
  const before = findMonthNumber(compare.from)
  const end = findMonthNumber(compare.to)
  if (months !== null && before !== null && end !== null) {
    const back = Number(times) * (months - before)
    return { from: startOfMonth(before - back), to: startOfMonth(end - back) }
  }
  const step = times * (current.from - compare.from)
  return { from: compare.from - step, to: compare.to - step }
}

/** The number of the month that begins at a moment; null when none does. */
function findMonthNumber(moment: bigint): number | null {
  const date = new Date(Number(moment / MILLISECOND))
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  return startOfMonth(month) === moment ? month : null
}

function startOfMonth(month: number): bigint {
  return BigInt(Date.UTC(Math.floor(month / 12), ((month % 12) + 12) % 12)) * MILLISECOND
}

import type { GrainWord, Interval, TypedExpr } from '@tributary/expression'
import { wordOfGrain } from '@tributary/expression/internal'
import type { AttributionRequest, FactRows } from '../request/request.ts'
import type { WindowPair } from '../request/source.ts'
import { type FactReach, joinFrontiers } from './join-facts.ts'
import {
  cutsPeriods,
  findWindowIntervals,
  intersectIntervals,
  reachedInterval,
  WINDOWS,
  type WindowPeriods,
  windowPeriods,
} from './periods.ts'

/** The base periods of both windows of a fact; null where they are not known. */
export interface ReachedPeriods {
  readonly current: WindowPeriods | null
  readonly compare: WindowPeriods | null
}

/** The divisors of each window's totals: 1 for ALL, the number of base periods for AVG. */
export interface Divisors {
  readonly current: bigint
  readonly compare: bigint
}

/** The windows of a comparison as far as the data of each of its facts reaches. */
export interface ReachedWindows {
  /** By fact, the request's own rows first: the periods of its windows. */
  readonly facts: readonly ReachedPeriods[]
  /**
   * The divisors of each measure, in the metric's order: the base periods of the windows that it is aggregated in, as far as
   * the data of its fact reaches. 0 where a mean has no base period, and so no value.
   */
  readonly measureDivisors: readonly Divisors[]
  /** The windows in which a measure has no base period, so that the metric has no mean. */
  readonly withoutMean: readonly ('current' | 'compare')[]
}

/** How far the rows of a fact reach. */
type FactFrontier = Pick<FactReach, 'frontier'>

/** Counts the base periods of the windows of a request by fact, and says what its calculation divides by. */
export function reachWindows(
  request: AttributionRequest,
  reached: readonly FactFrontier[],
): ReachedWindows {
  const { calculation, metric } = request
  const facts: readonly FactRows[] = [request, ...(request.otherFacts ?? [])]
  const end = hullOfReach(facts, reached)
  const periods = facts.map((fact, index) =>
    countReachedPeriods(fact, fact.windows, { ...reached[index]!, end }),
  )
  if (calculation === 'ALL') {
    return { facts: periods, measureDivisors: metric.measures.map(() => ONCE), withoutMean: [] }
  }
  const divisorsByFact = facts.map((fact, index) => [
    toDivisors(periods[index]!),
    ...(fact.otherWindows ?? []).map((pair) =>
      toDivisors(countReachedPeriods(fact, pair, { ...reached[index]!, end })),
    ),
  ])
  const measureDivisors = metric.measures.map(
    ({ otherFact = -1, otherWindow = -1 }) => divisorsByFact[otherFact + 1]![otherWindow + 1]!,
  )
  return {
    facts: periods,
    measureDivisors,
    withoutMean: WINDOWS.filter((window) => measureDivisors.some((each) => each[window] === 0n)),
  }
}

const ONCE: Divisors = { current: 1n, compare: 1n }

function toDivisors({ current, compare }: ReachedPeriods): Divisors {
  return { current: BigInt(current?.count ?? 1), compare: BigInt(compare?.count ?? 1) }
}

/** Counts the base periods of a pair of windows of one fact, as far as its data reaches. */
function countReachedPeriods(
  fact: Pick<FactRows, 'time' | 'windows'>,
  windows: WindowPair,
  reach: FactFrontier & { readonly end: Interval | null },
): ReachedPeriods {
  const { current, compare } = findWindowIntervals(fact, windows)
  return {
    current: current && countPeriodsWithin(fact, current, reach),
    compare: compare && countPeriodsWithin(fact, compare, reach),
  }
}

/**
 * Counts the base periods of intervals, as far as the data of a fact reaches; null without a time or without data. Where
 * intervals have no end, `end` stands for it: how far the data of all facts reaches together.
 */
export function countPeriodsWithin(
  { time }: Pick<FactRows, 'time'>,
  intervals: readonly Interval[],
  { frontier, end }: FactFrontier & { readonly end: Interval | null },
): WindowPeriods | null {
  if (time === null || frontier === null) return null
  const bounded = end === null ? intervals : intersectIntervals(intervals, end)
  const isBounded = intervals.every(({ from, to }) => from !== null && to !== null)
  return windowPeriods(isBounded ? intervals : bounded, time.grain, frontier, time.timeZone)
}

/** From the first to the last base period that the data of any of several facts reaches; null for one fact. */
export function hullOfReach(
  facts: readonly Pick<FactRows, 'time'>[],
  reached: readonly FactFrontier[],
): Interval | null {
  const time = facts.find((fact) => fact.time !== null)?.time
  const frontier = joinFrontiers(reached)
  if (facts.length < 2 || time == null || frontier === null) return null
  return reachedInterval(frontier, time.grain)
}

/** The fewest base periods of a window that the data of a fact reaches; null where they are not known. */
export function countSharedPeriods(
  { facts }: Pick<ReachedWindows, 'facts'>,
  window: 'current' | 'compare',
): number | null {
  const counts = facts.flatMap((periods) => periods[window]?.count ?? [])
  return counts.length === 0 ? null : Math.min(...counts)
}

/** The periods of a window that the data covers in part; null where it covers all of them, or where they are not known. */
export function findPartialPeriods(
  periods: WindowPeriods | null,
): { readonly count: number; readonly total: number } | null {
  if (periods === null || periods.total === null || periods.total === periods.count) return null
  return { count: periods.count, total: periods.total }
}

/**
 * The grain of the rows of a fact that a range has parts of, beside facts of another grain: such a row counts whole or not at
 * all. Null where the range has whole periods, and where all facts have one grain.
 */
export function findCutGrain(
  { time }: Pick<FactRows, 'time'>,
  intervals: readonly Interval[] | null,
): GrainWord | null {
  if (time?.rowGrain === undefined || intervals === null) return null
  return cutsPeriods(intervals, time.rowGrain) ? wordOfGrain(time.rowGrain) : null
}

/** Whether the data of a fact begins no later than a moment. The first row of a period may come hours after it began. */
export function reachesBackTo(
  { time }: Pick<FactRows, 'time'>,
  { frontier }: FactFrontier,
  moment: bigint | null,
): boolean {
  if (time === null || frontier === null || moment === null) return true
  return moment >= reachedInterval(frontier, time.grain).from
}

/** Whether the data of a fact begins no later than a window of it. */
export function reachesBackToWindow(
  fact: Pick<FactRows, 'time'>,
  reach: FactFrontier,
  window: TypedExpr,
): boolean {
  const windows = { current: window, compare: window }
  const { current } = findWindowIntervals({ ...fact, windows })
  return current === null || current.every(({ from }) => reachesBackTo(fact, reach, from))
}

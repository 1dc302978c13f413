import { type Grain, type Interval, toText, truncate } from '@tributary/expression'
import { DAY, isFinerThanDay, nextPeriod, periodNumber } from '@tributary/expression/internal'
import type { FactReach } from '../../plan/join-facts.ts'
import { reachedInterval, timeConditions, windowIntervals } from '../../plan/periods.ts'
import { conjunction, splitConjunction } from '../../request/conjunction.ts'
import type { AggregateAnswer } from '../../request/source.ts'
import type { QueryFact, QueryPart } from './query-request.ts'

/** A period of a series. */
export interface SeriesPeriod {
  /** Its first day, or its first moment for periods of less than a day. */
  readonly start: string
  /** Whether the time range or the data has only a part of it. */
  readonly isPartial: boolean
  /** Whether the data reaches into it. */
  readonly isReached: boolean
}

type Frontier = AggregateAnswer['frontier']

/** The intervals of a time range, one without ends where there is none; null for a condition that is no range. */
export function queriedIntervals({
  time,
  window,
}: Pick<QueryFact, 'time' | 'window'>): readonly Interval[] | null {
  if (time?.value.kind !== 'reference') return [OPEN]
  const conditionParts = new Set(time.within === undefined ? [] : splitConjunction(time.within))
  const remainingCondition = conjunction(
    splitConjunction(window).filter((part) => !conditionParts.has(part)),
  )
  if (remainingCondition === null || timeConditions(remainingCondition, time.value) === null)
    return [OPEN]
  return windowIntervals(remainingCondition, time.value)
}

/** The intervals with ends: where one has none, that of the data. Without data only those that have. */
function boundIntervals(intervals: readonly Interval[], frontier: Frontier): readonly Bounded[] {
  const [first, last] = [intervals[0]?.from, intervals.at(-1)?.to]
  if (first === undefined || last === undefined) return []
  return intervals.flatMap(({ from, to }) => {
    const begin = from ?? frontier?.first
    const end = to ?? (frontier === null ? undefined : frontier.last + 1n)
    return begin === undefined || end === undefined || begin >= end
      ? []
      : [{ from: begin, to: end }]
  })
}

/** Whether the intervals have no first or no last moment, or are not known. */
export function hasOpenEnd(intervals: readonly Interval[] | null): boolean {
  return (intervals ?? [OPEN]).some(({ from, to }) => from === null || to === null)
}

interface Bounded {
  readonly from: bigint
  readonly to: bigint
}

/** At least how many periods the intervals touch, and exactly where both ends are known; 0 where nothing is known. */
export function countPeriods(
  intervals: readonly Interval[] | null,
  grain: Grain,
  frontier: Frontier,
): number {
  return boundIntervals(intervals ?? [OPEN], frontier).reduce(
    (sum, { from, to }) => sum + periodNumber(to - 1n, grain) - periodNumber(from, grain) + 1,
    0,
  )
}

const OPEN: Interval = { from: null, to: null }

/**
 * The periods that a time range touches, in order; for a condition that is no range those of the data. A formula over several
 * facts has a period, or all of it, where the data of each fact does.
 */
export function seriesPeriods(
  part: QueryPart,
  {
    intervals,
    grain,
    frontier,
    facts,
  }: {
    readonly intervals: readonly Interval[] | null
    readonly grain: Grain
    readonly frontier: Frontier
    readonly facts: readonly Pick<FactReach, 'frontier'>[]
  },
): readonly SeriesPeriod[] {
  const reached = [part, ...(part.otherFacts ?? [])].map(({ time }, index) => {
    const factFrontier = facts[index]!.frontier
    return time === null || factFrontier === null ? null : reachedInterval(factFrontier, time.grain)
  })
  const ranges = boundIntervals(intervals ?? [OPEN], frontier)
  const starts = new Set<bigint>()
  for (const { from, to } of ranges) {
    for (let start = truncate(from, grain); start < to; start = nextPeriod(start, grain)) {
      starts.add(start)
    }
  }
  return [...starts].map((start) => {
    const end = nextPeriod(start, grain)
    const isAsked = (intervals ?? []).some(
      ({ from, to }) => (from === null || from <= start) && (to === null || to >= end),
    )
    const isWhole = reached.every((data) => data !== null && data.from <= start && data.to >= end)
    return {
      start: periodText(start, grain),
      isPartial: !(isAsked && isWhole),
      isReached: reached.every((data) => data !== null && data.from < end && data.to > start),
    }
  })
}

/** How the period of a grain that begins at a moment is written. */
export function periodText(start: bigint, grain: Grain): string {
  if (isFinerThanDay(grain)) return toText(start, 'TIMESTAMP')!
  return toText(Number(start / DAY), 'DATE')!
}

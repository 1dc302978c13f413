import type { SlicedWork } from '@tributary/core/internal'
import { type Interval, truncate } from '@tributary/expression'
import { nextPeriod, wordOfGrain } from '@tributary/expression/internal'
import type { FactReach } from '../../plan/join-facts.ts'
import type { Frontier } from '../../plan/periods.ts'
import { tooManyPeriodsError } from '../../request/errors.ts'
import type { PartPeriods, PeriodInterval, QueryPart } from '../parts/query-request.ts'
import { periodText } from '../parts/series-periods.ts'

/** A part of which every period is aggregated in windows of its own. */
export type PartByPeriod = QueryPart & { readonly byPeriod: PartPeriods }

/** A period of time, with what each key that is a time is in it. */
export interface Cell extends PeriodInterval {
  readonly texts: readonly (string | null)[]
  /** By metric, whether every window that a measure looks at from it has times of the data; else it has no value. */
  readonly isSeen: readonly boolean[]
  /** How far the data of each fact reaches. */
  readonly facts: readonly FactReach[]
}

/** The periods that are asked for and can have rows, in order. Yields after each of them. */
export function* listPeriodCells(
  part: PartByPeriod,
  {
    frontier,
    facts,
    most,
    endsWithData,
    othersLast,
  }: {
    readonly frontier: Frontier
    readonly facts: readonly FactReach[]
    readonly most: number
    readonly endsWithData: boolean
    readonly othersLast: bigint | null
  },
): SlicedWork<readonly Cell[]> {
  const { byPeriod } = part
  const { intervals, grains } = byPeriod
  const times = grains.flatMap((grain) => grain ?? [])
  const reach = byPeriod.reachOf(frontier.last)
  const lastSeenTime =
    reach.isOpen && othersLast !== null ? latest([reach.last, othersLast]) : reach.last
  const findPeriodStart = (moment: bigint): bigint =>
    latest(
      (times.length === 0 ? [byPeriod.base.grain] : times).map((grain) => truncate(moment, grain)),
    )
  const findPeriodEnd = (moment: bigint): bigint =>
    earliest(times.map((grain) => nextPeriod(moment, grain)))
  const cells: Cell[] = []
  for (const { from, to } of intervals) {
    const first = findPeriodStart(frontier.first)
    const begin = from !== null && from > first ? from : first
    const dataEnd = (endsWithData ? frontier.last : lastSeenTime) + 1n
    const limit = to === null ? dataEnd : reach.isOpen ? to : earliest([to, lastSeenTime + 1n])
    if (times.length === 0) {
      const period = { from: begin, to: to ?? nextPeriod(frontier.last, byPeriod.base.grain) }
      const texts = grains.map(() => null)
      cells.push({ ...period, texts, isSeen: isSeen(part, period, facts), facts })
      continue
    }
    let start = begin
    while (start < limit) {
      const next = findPeriodEnd(start)
      const end = to !== null && to < next ? to : next
      const texts = grains.map((grain) => grain && periodText(truncate(start, grain), grain))
      const period = { from: start, to: end }
      const isBeyond = to === null && start > latest([frontier.last, othersLast ?? frontier.last])
      if (isBeyond && !looksAt(part, period, facts)) break
      cells.push({ ...period, texts, isSeen: isSeen(part, period, facts), facts })
      yield
      if (cells.length > most) {
        throw tooManyPeriodsError(wordOfGrain(times[0]!), cells.length, most)
      }
      start = next
    }
  }
  return cells
}

/** The last of some moments; at least one. */
export function latest(moments: readonly bigint[]): bigint {
  return moments.toSorted(inOrder).at(-1)!
}

/** The first of some moments; at least one. */
export function earliest(moments: readonly bigint[]): bigint {
  return moments.toSorted(inOrder)[0]!
}

function inOrder(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b)
}

/**
 * By metric, whether every window that a measure looks at from a period has times of the data; its own one need not where periods
 * without rows are filled in, beyond the data too.
 */
export function isSeen(
  part: PartByPeriod,
  period: PeriodInterval,
  facts: readonly FactReach[],
): readonly boolean[] {
  const windows = part.byPeriod.windowsOf(period)
  return part.metrics.map(({ measures }) =>
    measures.every(({ otherFact = -1, otherWindow = -1 }) => {
      const isFilled = otherWindow === -1 && part.fills !== undefined
      const { interval } = windows[otherFact + 1]![otherWindow + 1]!
      return isFilled || touches(interval, facts[otherFact + 1]!)
    }),
  )
}

/** Whether a window from a period has times of the data, those aside that everything up to their end is in. */
function looksAt(
  { byPeriod }: PartByPeriod,
  period: PeriodInterval,
  facts: readonly FactReach[],
): boolean {
  return byPeriod
    .windowsOf(period)
    .some((windows, fact) =>
      windows.some(({ interval }) => interval.from !== null && touches(interval, facts[fact]!)),
    )
}

/** Whether an interval has times of the data of a fact. */
export function touches({ from, to }: Interval, { frontier }: FactReach): boolean {
  if (frontier === null) return false
  return (from === null || from <= frontier.last) && (to === null || to > frontier.first)
}

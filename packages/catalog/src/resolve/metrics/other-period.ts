import { assertNever } from '@tributary/core'
import {
  addGrain,
  type Grain,
  type GrainWord,
  type Interval,
  type TypedExpr,
  truncate,
  type WorkCalendar,
} from '@tributary/expression'
import {
  type BoundedInterval,
  DAY,
  grainOfWord,
  nextPeriod,
  type Period,
  type PeriodMethod,
  type PeriodOffset,
  periodInterval,
  shiftInterval,
} from '@tributary/expression/internal'
import { unsupportedMetric } from '../../definitions/errors.ts'
import type { MetricPeriod } from '../../definitions/metric.ts'

/** A change of a window into another one. */
export type WindowMove =
  /** The same interval in another period. */
  | { readonly kind: 'offset'; readonly offset: PeriodOffset }
  /** The interval of a statistical period at the window's last moment. */
  | { readonly kind: 'period'; readonly period: Period }
  /** The period of a metric of the catalog. */
  | { readonly kind: 'defined'; readonly period: MetricPeriod }

/** The units of moves. */
export interface MoveUnits {
  readonly calendar: WorkCalendar
  /** The base period of the metric. */
  readonly base: Grain
}

/** An interval with an end. */
export interface EndedInterval extends Interval {
  readonly to: bigint
}

/** Applies moves to an interval, one after another. The result has no beginning where all time is accumulated. */
export function applyMoves(
  interval: BoundedInterval,
  moves: readonly WindowMove[],
  units: MoveUnits,
): EndedInterval {
  return moves.reduce<EndedInterval>((from, move) => moveInterval(from, move, units), interval)
}

/** The most base periods that a mean is taken over. */
const MOST_PARTS = 10_000

/**
 * The intervals of whose values moves take the mean: one for each base period, a move up to it. Null where they take none.
 * Throws for an interval of more than 10,000 base periods.
 */
export function listMeanIntervals(
  interval: BoundedInterval,
  moves: readonly WindowMove[],
  units: MoveUnits,
): readonly EndedInterval[] | null {
  if (!moves.some(isMean)) return null
  return moves.reduce<readonly EndedInterval[]>(
    (all, move) => {
      if (!isMean(move)) return all.map((endedInterval) => moveInterval(endedInterval, move, units))
      return all.flatMap((endedInterval) =>
        basePeriods(endedInterval, units.base).map((each) =>
          periodFrom(each, toLastPeriod(move.period), units),
        ),
      )
    },
    [interval],
  )
}

function basePeriods({ from, to }: EndedInterval, base: Grain): readonly EndedInterval[] {
  const all: EndedInterval[] = []
  let start = truncate(from ?? to - 1n, base)
  while (start < to) {
    const next = nextPeriod(start, base)
    all.push({ from: start, to: next })
    if (all.length > MOST_PARTS) {
      const reason = `A mean over base periods is taken over at most ${MOST_PARTS} of them, found more; ask for a shorter range of time, or by periods`
      throw unsupportedMetric('timeConstraint', reason)
    }
    start = next
  }
  return all
}

/** The same period up to its last base period. */
function toLastPeriod(period: MetricPeriod): MetricPeriod {
  return 'take' in period ? { ...period, take: 'LAST' } : period
}

/** Whether a period takes the mean over its base periods. */
export function isMeanPeriod(period: MetricPeriod): boolean {
  return 'take' in period && period.take === 'AVG'
}

/** Whether a move takes the mean over base periods. */
export function isMean(
  move: WindowMove,
): move is Extract<WindowMove, { readonly kind: 'defined' }> {
  return move.kind === 'defined' && isMeanPeriod(move.period)
}

function moveInterval(interval: EndedInterval, move: WindowMove, units: MoveUnits): EndedInterval {
  const { from, to } = interval
  const { calendar } = units
  switch (move.kind) {
    case 'offset': {
      const shifted = shiftInterval({ from: from ?? to, to }, move.offset, calendar)
      return from === null ? { from, to: shifted.to } : shifted
    }
    case 'period':
      return periodInterval(move.period, to - 1n, calendar)
    case 'defined':
      return periodFrom(interval, move.period, units)
    default:
      return assertNever(move)
  }
}

/** The interval that a metric of the catalog looks at. */
function periodFrom(
  { from, to }: EndedInterval,
  period: MetricPeriod,
  { calendar, base }: MoveUnits,
): EndedInterval {
  const start = from ?? to
  if ('take' in period && period.take === 'AVG') {
    const first = periodFrom({ from, to }, { ...period, take: 'FIRST' }, { calendar, base })
    const last = periodFrom({ from, to }, { ...period, take: 'LAST' }, { calendar, base })
    return { from: first.from, to: last.to }
  }
  switch (period.kind) {
    case 'before': {
      const grain = toCalendarGrain(period.grain, calendar)
      const earlier = (moment: bigint): bigint => addGrain(moment, -period.count, grain)
      // Whole months move to whole months; otherwise the last day moves as a day.
      const isOfMonths = truncate(to, 'MONTH') === to && truncate(start, 'MONTH') === start
      const end = isOfMonths ? earlier(to) : earlier(to - 1n) + 1n
      return { from: from === null ? null : earlier(from), to: end }
    }
    case 'startOf': {
      const first = truncate(start, toCalendarGrain(period.grain, calendar))
      return { from: first, to: nextPeriod(first, base) }
    }
    case 'trailing': {
      const grain = toCalendarGrain(period.grain, calendar)
      const last = takenPeriod({ start, to, base }, period.take)
      const end = nextPeriod(last, base)
      const first = addGrain(end, -period.count, grain)
      const isOfPeriods = ['MONTH' as const, grain].some(
        (unit) =>
          truncate(first, unit) === first &&
          truncate(end, unit) === end &&
          start <= addGrain(end, -1, unit),
      )
      // A window that ends with a whole month takes whole months; else the last day moves as a day.
      if (isOfPeriods && truncate(first, base) === first) return { from: first, to: end }
      return { from: nextPeriod(addGrain(last, -period.count, grain), base), to: end }
    }
    case 'toDate': {
      const last = takenPeriod({ start, to, base }, period.take)
      return {
        from: truncate(last, toCalendarGrain(period.grain, calendar)),
        to: nextPeriod(last, base),
      }
    }
    case 'allTime':
      return { from: null, to: nextPeriod(takenPeriod({ start, to, base }, period.take), base) }
    default:
      return assertNever(period)
  }
}

/** The start of the first or the last base period of an interval. */
function takenPeriod(
  { start, to, base }: { readonly start: bigint; readonly to: bigint; readonly base: Grain },
  take: 'FIRST' | 'LAST' | 'AVG',
): bigint {
  return truncate(take === 'FIRST' ? start : to - 1n, base)
}

/** A moment after which no period looks at data up to `last`; null when every later one does. */
export function findLastSeenMoment(
  last: bigint,
  moves: readonly WindowMove[],
  units: MoveUnits,
): bigint | null {
  return moves.toReversed().reduce<bigint | null>((lastTime, move) => {
    if (lastTime === null || move.kind !== 'defined') return lastTime
    return seenFrom(lastTime, move.period, units)
  }, last)
}

function seenFrom(last: bigint, period: MetricPeriod, { calendar }: MoveUnits): bigint | null {
  switch (period.kind) {
    case 'before':
    case 'trailing':
      // A day that a month does not have is its last day, so up to three days later look at the same one.
      return addGrain(last, period.count, toCalendarGrain(period.grain, calendar)) + 4n * DAY
    case 'startOf':
    case 'toDate':
      return nextPeriod(last, toCalendarGrain(period.grain, calendar)) - 1n
    case 'allTime':
      return null
    default:
      return assertNever(period)
  }
}

function toCalendarGrain(word: GrainWord, calendar: WorkCalendar): Grain {
  const grain = grainOfWord(word, calendar)
  if (grain === null) throw new TypeError(`The calendar has no ${word}`)
  return grain
}

/** Compares a metric with its value in another period by a method. `now` is called only if the method needs it. */
export function compareWithPeriod(
  method: PeriodMethod,
  now: () => TypedExpr,
  before: TypedExpr,
): TypedExpr {
  switch (method) {
    case 'value':
      return before
    case 'growthvalue':
      return difference(now(), before)
    case 'growth':
      return quotient(difference(now(), before), before)
    case 'decrease':
      return difference(before, now())
    case 'decreaserate':
      return quotient(difference(before, now()), before)
  }
}

function difference(left: TypedExpr, right: TypedExpr): TypedExpr {
  const type = left.type === right.type ? left.type : 'DOUBLE'
  return { kind: 'arithmetic', type, op: '-', left, right }
}

function quotient(left: TypedExpr, right: TypedExpr): TypedExpr {
  return { kind: 'arithmetic', type: 'DOUBLE', op: '/', left, right }
}

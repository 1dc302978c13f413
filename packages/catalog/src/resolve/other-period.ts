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
import { accumulates, type MetricPeriod } from '../definitions/metric.ts'

/** A change of a window into another one. */
export type WindowMove =
  /** The same interval in another period. */
  | { readonly kind: 'offset'; readonly offset: PeriodOffset }
  /** The interval of a statistical period at the window's last moment. */
  | { readonly kind: 'period'; readonly period: Period }
  /** The period of a metric of the catalog. */
  | { readonly kind: 'defined'; readonly period: MetricPeriod }

/** What moves are by. */
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
export function movedInterval(
  interval: BoundedInterval,
  moves: readonly WindowMove[],
  units: MoveUnits,
): EndedInterval {
  return moves.reduce<EndedInterval>((from, move) => moved(from, move, units), interval)
}

function moved(interval: EndedInterval, move: WindowMove, units: MoveUnits): EndedInterval {
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
  switch (period.kind) {
    case 'before': {
      const grain = meant(period.grain, calendar)
      const earlier = (moment: bigint): bigint => addGrain(moment, -period.count, grain)
      // Whole months move to whole months; otherwise the last day moves as a day.
      const isOfMonths = truncate(to, 'MONTH') === to && truncate(start, 'MONTH') === start
      const end = isOfMonths ? earlier(to) : earlier(to - 1n) + 1n
      return { from: from === null ? null : earlier(from), to: end }
    }
    case 'startOf': {
      const first = truncate(start, meant(period.grain, calendar))
      return { from: first, to: nextPeriod(first, base) }
    }
    case 'trailing': {
      const last = takenPeriod({ start, to, base }, period.take)
      const before = addGrain(last, -period.count, meant(period.grain, calendar))
      return { from: nextPeriod(before, base), to: nextPeriod(last, base) }
    }
    case 'toDate': {
      const last = takenPeriod({ start, to, base }, period.take)
      return { from: truncate(last, meant(period.grain, calendar)), to: nextPeriod(last, base) }
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
  take: 'FIRST' | 'LAST',
): bigint {
  return truncate(take === 'FIRST' ? start : to - 1n, base)
}

/** A moment after which no period looks at data up to `last`; null when every later one does. */
export function lastSeenFrom(
  last: bigint,
  moves: readonly WindowMove[],
  units: MoveUnits,
): bigint | null {
  return moves.toReversed().reduce<bigint | null>((seen, move) => {
    if (seen === null || move.kind !== 'defined') return seen
    return seenFrom(seen, move.period, units)
  }, last)
}

function seenFrom(last: bigint, period: MetricPeriod, { calendar }: MoveUnits): bigint | null {
  switch (period.kind) {
    case 'before':
    case 'trailing':
      // A day that a month does not have is its last day, so up to three days later look at the same one.
      return addGrain(last, period.count, meant(period.grain, calendar)) + 4n * DAY
    case 'startOf':
    case 'toDate':
      return nextPeriod(last, meant(period.grain, calendar)) - 1n
    case 'allTime':
      return null
    default:
      return assertNever(period)
  }
}

function meant(word: GrainWord, calendar: WorkCalendar): Grain {
  const grain = grainOfWord(word, calendar)
  if (grain === null) throw new TypeError(`The calendar has no ${word}`)
  return grain
}

/** Whether a move accumulates periods. */
export function isAccumulating(move: WindowMove): boolean {
  return move.kind === 'defined' && accumulates(move.period)
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

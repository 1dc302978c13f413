import type { TypedExpr, WorkCalendar } from '@tributary/expression'
import {
  type BoundedInterval,
  type Period,
  type PeriodMethod,
  type PeriodOffset,
  periodInterval,
  shiftInterval,
} from '@tributary/expression/internal'

/** A change of a window into another one. */
export type WindowMove =
  /** The same interval in another period. */
  | { readonly kind: 'offset'; readonly offset: PeriodOffset }
  /** The interval of a statistical period at the window's last moment. */
  | { readonly kind: 'period'; readonly period: Period }

/** Applies moves to an interval, one after another, in a calendar. */
export function movedInterval(
  interval: BoundedInterval,
  moves: readonly WindowMove[],
  calendar: WorkCalendar,
): BoundedInterval {
  return moves.reduce(
    (from, move) =>
      move.kind === 'offset'
        ? shiftInterval(from, move.offset, calendar)
        : periodInterval(move.period, from.to - 1n, calendar),
    interval,
  )
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

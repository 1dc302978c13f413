import type { TypedExpr } from '@tributary/expression'
import {
  type BoundedInterval,
  type Period,
  type PeriodMethod,
  type PeriodOffset,
  periodInterval,
  shiftInterval,
} from '@tributary/expression/internal'

/** What makes another window of a window. */
export type WindowMove =
  /** The same stretch of another period. */
  | { readonly kind: 'offset'; readonly offset: PeriodOffset }
  /** The stretch that a statistical period means at the window's last moment. */
  | { readonly kind: 'period'; readonly period: Period }

/** The interval that moves, one after another, make of an interval. */
export function movedInterval(
  interval: BoundedInterval,
  moves: readonly WindowMove[],
): BoundedInterval {
  return moves.reduce(
    (from, move) =>
      move.kind === 'offset'
        ? shiftInterval(from, move.offset)
        : periodInterval(move.period, from.to - 1n),
    interval,
  )
}

/** A metric now and in another period as one value, by a method; `now` is asked for only where it counts. */
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

import {
  type BoundedInterval,
  type Period,
  type PeriodOffset,
  periodInterval,
  shiftInterval,
} from '@tributary/expression'

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

import type { Grain, TypedExpr } from '@tributary/expression'
import { constantText, findGrainByName, type TypedCall } from '@tributary/expression/internal'

/** A time cut down to the beginning of its period. */
export interface Truncation {
  readonly time: TypedExpr
  readonly grain: Grain
}

/** Reads `DateTrunc(time, grain)`; null for any other expression. */
export function toTruncation(typed: TypedExpr): Truncation | null {
  if (typed.kind !== 'call' || typed.function !== 'DateTrunc') return null
  const [time, unit] = typed.args
  const grain = findGrainByName(constantText(unit) ?? '')
  return time === undefined || grain === null ? null : { time, grain }
}

/**
 * The period that an expression in canonical form tells of a time: `DateTrunc(t, "HOUR")`, its date, and for a
 * date the days themselves. Null for any other expression.
 */
export function toPeriodTruncation(typed: TypedExpr): Truncation | null {
  const truncation = toTruncation(typed)
  if (truncation !== null) return truncation
  if (typed.type !== 'DATE') return null
  if (typed.kind !== 'call' || !isDateCast(typed)) return { time: typed, grain: 'DAY' }
  const [value] = typed.args as readonly [TypedExpr]
  const inner = toTruncation(value)
  return inner ?? { time: value.type === 'TIMESTAMP' ? value : typed, grain: 'DAY' }
}

/** Whether a call is `Cast(…, "Date")`. */
export function isDateCast({ function: name, args, type }: TypedCall): boolean {
  return name === 'Cast' && type === 'DATE' && constantText(args[1])?.toUpperCase() === 'DATE'
}

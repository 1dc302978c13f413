import { addGrain } from '../../time/grains.ts'
import type { Grain } from '../../values/value-type.ts'
import { CALENDAR, isInCalendar, mostPeriods } from './calendar.ts'
import { periodNumber } from './period-number.ts'

/** A time, in microseconds since 1970-01-01, moved by periods of a grain; null outside the calendar. */
export function moveTime(time: bigint, count: bigint, grain: Grain): bigint | null {
  const most = mostPeriods(grain)
  if (count > most || count < -most) return null
  const sum = addGrain(time, Number(count), grain)
  return isInCalendar(sum) ? sum : null
}

/** By how many periods of a grain a time can be moved, forward or back, without leaving the calendar. */
export function periodsLeft(time: bigint, direction: 'forward' | 'back', grain: Grain): bigint {
  const isForward = direction === 'forward'
  const edge = isForward ? CALENDAR.last : CALENDAR.first
  const whole = periodNumber(edge, grain) - periodNumber(time, grain)
  // The last of them may be cut short by the edge.
  const fits = moveTime(time, whole, grain) !== null
  const left = isForward ? whole : -whole
  return fits ? left : left - 1n
}

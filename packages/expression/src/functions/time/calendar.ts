import { addGrain, PLAIN_GRAINS, periodNumber } from '../../time/grains.ts'
import { parseTime } from '../../time/parse-time.ts'
import type { PlainGrain } from '../../values/value-type.ts'

/** The first and the last moment that a time may be, in microseconds since 1970-01-01. */
export interface Calendar {
  readonly first: bigint
  readonly last: bigint
}

/** The calendar of the language: the years 0001 to 9999. */
export const CALENDAR: Calendar = {
  first: parseTime('0001-01-01')!,
  last: parseTime('9999-12-31 23:59:59.999999')!,
}

/** Whether a time is in the calendar of the language. */
export function isInCalendar(time: bigint): boolean {
  return time >= CALENDAR.first && time <= CALENDAR.last
}

const MOST: ReadonlyMap<PlainGrain, bigint> = new Map(
  PLAIN_GRAINS.map((grain) => [grain, distance(CALENDAR.first, CALENDAR.last, grain)]),
)

function distance(from: bigint, to: bigint, grain: PlainGrain): bigint {
  return BigInt(periodNumber(to, grain) - periodNumber(from, grain))
}

/** How many periods of a grain a time can be moved by at most without leaving the calendar. */
export function maxPeriods(grain: PlainGrain): bigint {
  return MOST.get(grain)!
}

/** A time, in microseconds since 1970-01-01, moved by periods of a grain; null outside the calendar. */
export function moveTime(time: bigint, count: bigint, grain: PlainGrain): bigint | null {
  const most = maxPeriods(grain)
  if (count > most || count < -most) return null
  const sum = addGrain(time, Number(count), grain)
  return isInCalendar(sum) ? sum : null
}

/** By how many periods of a grain a time can be moved, forward or back, without leaving the calendar. */
export function periodsLeft(
  time: bigint,
  direction: 'forward' | 'back',
  grain: PlainGrain,
): bigint {
  const isForward = direction === 'forward'
  const edge = isForward ? CALENDAR.last : CALENDAR.first
  const periodCount = distance(time, edge, grain)
  // The last period may reach beyond the calendar.
  const fits = moveTime(time, periodCount, grain) !== null
  const remainingPeriods = isForward ? periodCount : -periodCount
  return fits ? remainingPeriods : remainingPeriods - 1n
}

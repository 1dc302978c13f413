import { addGrain, GRAINS, truncate } from '../../time/grains.ts'
import { parseTime } from '../../time/parse-time.ts'
import { floorDivide } from '../../values/civil.ts'
import { DAY } from '../../values/value.ts'
import type { Grain } from '../../values/value-type.ts'
import { timePart } from './parts.ts'

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

const LENGTHS: Partial<Record<Grain, bigint>> = {
  SECOND: 1_000_000n,
  MINUTE: 60_000_000n,
  HOUR: 3_600_000_000n,
  DAY,
}

const MOST: ReadonlyMap<Grain, bigint> = new Map(
  GRAINS.map((grain) => [
    grain,
    periodNumber(CALENDAR.last, grain) - periodNumber(CALENDAR.first, grain),
  ]),
)

/** How many periods of a grain a time can be moved by at most without leaving the calendar. */
export function maxPeriods(grain: Grain): bigint {
  return MOST.get(grain)!
}

/** A number of the period of a grain that a time, in microseconds since 1970-01-01, is in; neighbours differ by one. */
export function periodNumber(time: bigint, grain: Grain): bigint {
  const length = LENGTHS[grain]
  if (length !== undefined) return floorDivide(time, length)
  if (grain === 'WEEK') return floorDivide(truncate(time, 'WEEK') + 3n * DAY, 7n * DAY)
  const year = BigInt(timePart(time, 'Year'))
  if (grain === 'YEAR') return year
  return grain === 'QUARTER'
    ? year * 4n + BigInt(timePart(time, 'Quarter'))
    : year * 12n + BigInt(timePart(time, 'Month'))
}

/** A time, in microseconds since 1970-01-01, moved by periods of a grain; null outside the calendar. */
export function moveTime(time: bigint, count: bigint, grain: Grain): bigint | null {
  const most = maxPeriods(grain)
  if (count > most || count < -most) return null
  const sum = addGrain(time, Number(count), grain)
  return isInCalendar(sum) ? sum : null
}

/** By how many periods of a grain a time can be moved, forward or back, without leaving the calendar. */
export function periodsLeft(time: bigint, direction: 'forward' | 'back', grain: Grain): bigint {
  const isForward = direction === 'forward'
  const edge = isForward ? CALENDAR.last : CALENDAR.first
  const whole = periodNumber(edge, grain) - periodNumber(time, grain)
  // The last period may reach beyond the calendar.
  const fits = moveTime(time, whole, grain) !== null
  const left = isForward ? whole : -whole
  return fits ? left : left - 1n
}

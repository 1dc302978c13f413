import { GRAINS } from '../../time/grains.ts'
import { parseTime } from '../../time/parse-time.ts'
import type { Grain } from '../../values/value-type.ts'
import { periodNumber } from './period-number.ts'

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

const MOST: ReadonlyMap<Grain, bigint> = new Map(
  GRAINS.map((grain) => [
    grain,
    periodNumber(CALENDAR.last, grain) - periodNumber(CALENDAR.first, grain),
  ]),
)

/** How many periods of a grain a time can be moved by at most without leaving the calendar. */
export function mostPeriods(grain: Grain): bigint {
  return MOST.get(grain)!
}

import { civilOf, floorDivide } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import { addGrain, truncate } from './grains.ts'
import { momentOf, type TimeReading } from './parse-time.ts'

/** A week by ISO 8601: the first week of a year is the one with 4 January, so its days may be of two years. */
export interface IsoWeek {
  readonly year: number
  readonly week: number
}

/** The Monday of a week, or the reason why the year does not have it. */
export function readWeek(year: number, week: number): TimeReading {
  if (year < 1) return { problem: 'years begin with 0001' }
  const weeks = weeksIn(year)
  if (week < 1 || week > weeks) {
    return { problem: `the weeks of ${String(year).padStart(4, '0')} go from W01 to W${weeks}` }
  }
  return { time: startOfWeek({ year, week }) }
}

/** The Monday of a week, in microseconds since 1970-01-01. */
export function startOfWeek({ year, week }: IsoWeek): bigint {
  return addGrain(truncate(dayOf(year, 1, 4), 'WEEK'), week - 1, 'WEEK')
}

/** The number of weeks of a year: 52 or 53. */
export function weeksIn(year: number): number {
  return isoWeekOf(dayOf(year, 12, 28)).week
}

/** The week that contains a time. */
export function isoWeekOf(time: bigint): IsoWeek {
  // A week belongs to the year of its Thursday.
  const thursday = addGrain(truncate(time, 'WEEK'), 3, 'DAY')
  const { year } = civilOf(Number(floorDivide(thursday, DAY)))
  const days = Number((thursday - dayOf(year, 1, 1)) / DAY)
  return { year, week: Math.floor(days / 7) + 1 }
}

function dayOf(year: number, month: number, day: number): bigint {
  const reading = momentOf({ year, month, day, hour: 0, minute: 0, second: 0, micros: 0 })
  if ('problem' in reading) throw new RangeError(`There is no year ${year}`)
  return reading.time
}

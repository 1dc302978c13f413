import { floorDivide, toCivilDate } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import type { Grain } from '../values/value-type.ts'
import { addGrain, truncate } from './grains.ts'
import { composeTime, type TimeReading } from './parse-time.ts'

/**
 * A week of a year. The first week of a year is the one with 4 January, which has most of its days in the year, so its days
 * may be of two years. Of weeks from Monday this is ISO 8601.
 */
export interface WeekOfYear {
  readonly year: number
  readonly week: number
}

/** The first moment of a week, or the reason why the year does not have it; `grain` is that of weeks. */
export function readWeek({ year, week }: WeekOfYear, grain: Grain): TimeReading {
  if (year < 1) return { problem: 'years begin with 0001' }
  const weeks = weeksIn(year, grain)
  if (week < 1 || week > weeks) {
    return { problem: `the weeks of ${String(year).padStart(4, '0')} go from W01 to W${weeks}` }
  }
  return { time: startOfWeek({ year, week }, grain) }
}

/** The first moment of a week, in microseconds since 1970-01-01. */
export function startOfWeek({ year, week }: WeekOfYear, grain: Grain): bigint {
  return addGrain(truncate(toMidnight(year, 1, 4), grain), week - 1, grain)
}

/** The number of weeks of a year: 52 or 53. */
export function weeksIn(year: number, grain: Grain): number {
  return toWeekOfYear(toMidnight(year, 12, 28), grain).week
}

/** The week that contains a time. */
export function toWeekOfYear(time: bigint, grain: Grain): WeekOfYear {
  // A week belongs to the year of its fourth day.
  const fourth = addGrain(truncate(time, grain), 3, 'DAY')
  const { year } = toCivilDate(Number(floorDivide(fourth, DAY)))
  const days = Number((fourth - toMidnight(year, 1, 1)) / DAY)
  return { year, week: Math.floor(days / 7) + 1 }
}

function toMidnight(year: number, month: number, day: number): bigint {
  const reading = composeTime({ year, month, day, hour: 0, minute: 0, second: 0, micros: 0 })
  if ('problem' in reading) throw new RangeError(`There is no year ${year}`)
  return reading.time
}

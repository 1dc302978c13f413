import { civilOf, daysOf, floorDivide } from '../../values/civil.ts'
import { DAY } from '../../values/value.ts'

/** What a time can be taken apart into. */
export type TimePart =
  | 'Year'
  | 'Quarter'
  | 'Month'
  | 'Week'
  | 'Day'
  | 'DayOfWeek'
  | 'DayOfYear'
  | 'Hour'
  | 'Minute'
  | 'Second'

/** A part of a time in microseconds since 1970-01-01. Weeks are those of ISO 8601; Monday is day 1. */
export function timePart(time: bigint, part: TimePart): number {
  const days = Number(floorDivide(time, DAY))
  const seconds = Number((time - BigInt(days) * DAY) / 1_000_000n)
  const { year, month, day } = civilOf(days)
  switch (part) {
    case 'Year':
      return year
    case 'Quarter':
      return Math.floor((month - 1) / 3) + 1
    case 'Month':
      return month
    case 'Week':
      return isoWeek(days)
    case 'Day':
      return day
    case 'DayOfWeek':
      return dayOfWeek(days)
    case 'DayOfYear':
      return days - daysOf({ year, month: 1, day: 1 }) + 1
    case 'Hour':
      return Math.floor(seconds / 3600)
    case 'Minute':
      return Math.floor(seconds / 60) % 60
    case 'Second':
      return seconds % 60
  }
}

function dayOfWeek(days: number): number {
  // 1970-01-01 was a Thursday.
  return ((((days + 3) % 7) + 7) % 7) + 1
}

/** A week belongs to the year that its Thursday is in. */
function isoWeek(days: number): number {
  const thursday = days - dayOfWeek(days) + 4
  const { year } = civilOf(thursday)
  return Math.floor((thursday - daysOf({ year, month: 1, day: 1 })) / 7) + 1
}

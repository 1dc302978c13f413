import type { FunctionNameOf } from '../../tree/function-names.ts'
import type { ScalarDefinition } from '../definition.ts'
import { date } from './date.ts'
import { dateAdd } from './date-add.ts'
import { dateDiff } from './date-diff.ts'
import { dateFormat } from './date-format.ts'
import { dateTrunc } from './date-trunc.ts'
import { day } from './day.ts'
import { dayOfWeek } from './day-of-week.ts'
import { dayOfYear } from './day-of-year.ts'
import { extract } from './extract.ts'
import { hour } from './hour.ts'
import { lastDay } from './last-day.ts'
import { minute } from './minute.ts'
import { month } from './month.ts'
import { now } from './now.ts'
import { quarter } from './quarter.ts'
import { second } from './second.ts'
import { timestamp } from './timestamp.ts'
import { today } from './today.ts'
import { week } from './week.ts'
import { year } from './year.ts'

/** Their definitions. */
export const TIME_FUNCTIONS: Readonly<Record<FunctionNameOf<'time'>, ScalarDefinition>> = {
  Now: now,
  Today: today,
  Date: date,
  Timestamp: timestamp,
  DateTrunc: dateTrunc,
  DateAdd: dateAdd,
  DateDiff: dateDiff,
  DateFormat: dateFormat,
  LastDay: lastDay,
  Extract: extract,
  Year: year,
  Quarter: quarter,
  Month: month,
  Week: week,
  Day: day,
  DayOfWeek: dayOfWeek,
  DayOfYear: dayOfYear,
  Hour: hour,
  Minute: minute,
  Second: second,
}

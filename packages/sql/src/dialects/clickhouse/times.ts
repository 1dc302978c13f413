import { type PlainGrain, parseTime } from '@tributary/expression'
import type { TimePart } from '@tributary/expression/internal'
import type { EngineTimes, SqlTime } from '../../functions/engine-times.ts'
import { type EngineFormats, formatText } from '../../functions/format-forms.ts'
import { raw, type SqlText, sqlLiteral, sqlText } from '../../text/sql-text.ts'
import { momentText, unitOf } from '../standard.ts'

/** How ClickHouse computes with times. Its calendar ends early, and beyond its ends it gives wrong times. */
export const clickhouseTimes: EngineTimes = {
  calendar: {
    first: parseTime('1900-01-01')!,
    last: parseTime('2299-12-31 23:59:59.999999')!,
  },
  literal: (moment, type) => inType(sqlLiteral(momentText(moment, type)), type),
  date: (time) => sqlText`toDate32(${time})`,
  truncated: (time, { grain, type }) => inType(sqlText`${raw(STARTS[grain])}(${time})`, type),
  moved: (time, count, { grain, type }) =>
    sqlText`${raw(MOVES[grain])}(${inType(time, type)}, ${count})`,
  difference: (from, to, grain) => {
    const start = ({ text }: SqlTime): SqlText =>
      grain === 'WEEK' ? sqlText`toMonday(${text})` : text
    return sqlText`dateDiff(${unitOf(grain)}, ${start(from)}, ${start(to)})`
  },
  element: (values, index) => sqlText`toInt64(arrayElement([${raw(values.join(','))}], ${index}))`,
  quotient: (dividend, divisor) => sqlText`intDiv(${dividend}, ${raw(divisor)})`,
  part: (time, part) => sqlText`toInt64(${raw(PARTS[part])}(${time}))`,
  zero: (time) => sqlText`if(isNull(${time}), NULL, toInt64(0))`,
}

/** How ClickHouse reads and writes times in a format. */
export const clickhouseFormats: EngineFormats = {
  matches,
  slice: (text, from, length) => sqlText`substringUTF8(${text}, ${raw(from)}, ${raw(length)})`,
  // Both branches of a condition may be computed, also for a text that does not match.
  read: (iso, type) =>
    type === 'DATE'
      ? sqlText`toDate32OrNull(${iso})`
      : sqlText`toDateTime64OrNull(${iso}, 6, 'UTC')`,
  write: ({ text }, format) =>
    sqlText`formatDateTime(${text}, ${sqlLiteral(formatText(format, FIELDS))})`,
}

/** Whether a regular expression matches a whole text. Literals have backslash escapes there. */
export function matches(text: SqlText, pattern: string): SqlText {
  return sqlText`match(${text}, ${sqlLiteral(`^(${pattern})$`.replaceAll('\\', '\\\\'))})`
}

/** A time as a DATE or a TIMESTAMP. */
export function inType(time: SqlText, type: string): SqlText {
  return type === 'DATE' ? sqlText`toDate32(${time})` : sqlText`toDateTime64(${time}, 6, 'UTC')`
}

const STARTS: Readonly<Record<PlainGrain, string>> = {
  SECOND: 'toStartOfSecond',
  MINUTE: 'toStartOfMinute',
  HOUR: 'toStartOfHour',
  DAY: 'toStartOfDay',
  WEEK: 'toMonday',
  MONTH: 'toStartOfMonth',
  QUARTER: 'toStartOfQuarter',
  YEAR: 'toStartOfYear',
}

const MOVES: Readonly<Record<PlainGrain, string>> = {
  SECOND: 'addSeconds',
  MINUTE: 'addMinutes',
  HOUR: 'addHours',
  DAY: 'addDays',
  WEEK: 'addWeeks',
  MONTH: 'addMonths',
  QUARTER: 'addQuarters',
  YEAR: 'addYears',
}

const PARTS: Readonly<Record<TimePart, string>> = {
  Year: 'toYear',
  Quarter: 'toQuarter',
  Month: 'toMonth',
  Week: 'toISOWeek',
  Day: 'toDayOfMonth',
  DayOfWeek: 'toDayOfWeek',
  DayOfYear: 'toDayOfYear',
  Hour: 'toHour',
  Minute: 'toMinute',
  Second: 'toSecond',
}

const FIELDS = { yyyy: '%Y', MM: '%m', dd: '%d', HH: '%H', mm: '%i', ss: '%S' }

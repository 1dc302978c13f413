import type { PlainGrain } from '@tributary/expression'
import { CALENDAR, maxPeriods, type TimePart } from '@tributary/expression/internal'
import type { EngineTimes, SqlTime } from '../../functions/engine-times.ts'
import { type EngineFormats, formatText } from '../../functions/format-forms.ts'
import { literal } from '../../text/names.ts'
import { raw, type SqlText, sqlLiteral, sqlText } from '../../text/sql-text.ts'
import { momentText, toGrainLiteral } from '../standard.ts'
import { withValue } from './arithmetic.ts'

/** How ClickHouse computes with times. */
export const clickhouseTimes: EngineTimes = {
  isBounded: true,
  // Texts of times beyond the calendar are not read, but times are compared beyond it.
  literal: (moment, type) =>
    moment < CALENDAR.first || moment > CALENDAR.last
      ? sqlText`fromUnixTimestamp64Micro(${raw(String(moment))}, 'UTC')`
      : inType(sqlLiteral(momentText(moment, type)), type),
  date: (time) => sqlText`toDate32(${time})`,
  truncated: (time, { grain, type }) => inType(sqlText`${raw(STARTS[grain])}(${time})`, type),
  moved: (time, count, { grain, type }) =>
    sqlText`${raw(MOVES[grain])}(${inType(time, type)}, ${limitCount(count, maxPeriods(grain))})`,
  difference: (from, to, grain) => {
    const start = ({ text }: SqlTime): SqlText =>
      grain === 'WEEK' ? sqlText`toMonday(${text})` : text
    // Its weeks before 1970 are counted from another day.
    return grain === 'WEEK'
      ? sqlText`intDiv(dateDiff('day', ${start(from)}, ${start(to)}), 7)`
      : sqlText`dateDiff(${toGrainLiteral(grain)}, ${start(from)}, ${start(to)})`
  },
  // For NULL its `arrayElement` gives 0.
  element: (values, index) =>
    withValue(
      index,
      sqlText`if(isNull(v), NULL, toInt64(arrayElement([${raw(values.join(','))}], assumeNotNull(v))))`,
    ),
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
    sqlText`formatDateTime(${text}, ${raw(clickhouseLiteral(formatText(format, FIELDS)))})`,
}

/** A text as a literal: a backslash begins an escape in ClickHouse. */
export function clickhouseLiteral(text: string): string {
  return literal(text.replaceAll('\\', '\\\\'))
}

/** Whether a regular expression matches a whole text. */
export function matches(text: SqlText, pattern: string): SqlText {
  return sqlText`match(${text}, ${raw(clickhouseLiteral(`^(${pattern})$`))})`
}

/** A count that is computed, 0 for one beyond a limit: the branches of a condition are computed for rows that are not in them, too. */
function limitCount(count: SqlText, most: bigint | number): SqlText {
  const [only] = count.chunks.length === 1 ? count.chunks : []
  if (typeof only === 'object' || (only !== undefined && /^-?\d+$/.test(only))) return count
  const limits = sqlText`${raw(`-${most}`)} AND ${raw(String(most))}`
  return sqlText`multiIf(${count} BETWEEN ${limits}, ${count}, isNull(${count}), NULL, 0)`
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

import type { PlainGrain } from '@tributary/expression'
import type { TimePart } from '@tributary/expression/internal'
import type { EngineTimes, SqlTime } from '../../functions/engine-times.ts'
import { type EngineFormats, formatText } from '../../functions/format-forms.ts'
import { raw, type SqlText, sqlLiteral, sqlText } from '../../text/sql-text.ts'
import { timeLiteral, toGrainLiteral } from '../standard.ts'

/** How DuckDB computes with times. */
export const duckdbTimes: EngineTimes = {
  literal: timeLiteral,
  date: (time) => sqlText`CAST(${time} AS date)`,
  truncated: (time, { grain, type }) => {
    const start = sqlText`date_trunc(${toGrainLiteral(grain)}, ${time})`
    return type === 'DATE' ? sqlText`CAST(${start} AS DATE)` : start
  },
  moved: (time, count, { grain, type }) => {
    const sum = sqlText`(${time} + ${INTERVALS[grain](count)})`
    return type === 'DATE' ? sqlText`CAST(${sum} AS DATE)` : sum
  },
  difference: (from, to, grain) =>
    grain === 'WEEK'
      ? sqlText`(date_diff('day', date_trunc('week', ${from.text}), date_trunc('week', ${to.text})) // 7)`
      : sqlText`date_diff(${toGrainLiteral(grain)}, ${asTimestamp(from)}, ${asTimestamp(to)})`,
  element: (values, index) =>
    sqlText`CAST(list_extract([${raw(values.join(','))}], ${index}) AS BIGINT)`,
  quotient: (dividend, divisor) => sqlText`(${dividend} // ${raw(divisor)})`,
  part: (time, part) => sqlText`${raw(PARTS[part])}(${time})`,
  zero: (time) => sqlText`(CASE WHEN ${time} IS NOT NULL THEN CAST(0 AS BIGINT) END)`,
}

/** How DuckDB reads and writes times in a format. */
export const duckdbFormats: EngineFormats = {
  matches,
  read: (iso, type) => sqlText`CAST(${iso} AS ${raw(type)})`,
  write: ({ text }, format) =>
    sqlText`strftime(${text}, ${sqlLiteral(formatText(format, FIELDS))})`,
}

/** Whether a regular expression matches a whole text. */
export function matches(text: SqlText, pattern: string): SqlText {
  return sqlText`regexp_full_match(${text}, ${sqlLiteral(pattern)})`
}

function asTimestamp({ text, type }: SqlTime): SqlText {
  return type === 'DATE' ? sqlText`CAST(${text} AS timestamp)` : text
}

const INTERVALS: Readonly<Record<PlainGrain, (count: SqlText) => SqlText>> = {
  SECOND: (count) => sqlText`to_seconds(${count})`,
  MINUTE: (count) => sqlText`to_minutes(${count})`,
  HOUR: (count) => sqlText`to_hours(${count})`,
  DAY: (count) => sqlText`to_days(CAST(${count} AS INTEGER))`,
  WEEK: (count) => sqlText`to_weeks(CAST(${count} AS INTEGER))`,
  MONTH: (count) => sqlText`to_months(CAST(${count} AS INTEGER))`,
  QUARTER: (count) => sqlText`to_months(CAST(${count} * 3 AS INTEGER))`,
  YEAR: (count) => sqlText`to_years(CAST(${count} AS INTEGER))`,
}

const PARTS: Readonly<Record<TimePart, string>> = {
  Year: 'year',
  Quarter: 'quarter',
  Month: 'month',
  Week: 'weekofyear',
  Day: 'day',
  DayOfWeek: 'isodow',
  DayOfYear: 'dayofyear',
  Hour: 'hour',
  Minute: 'minute',
  Second: 'second',
}

const FIELDS = { yyyy: '%Y', MM: '%m', dd: '%d', HH: '%H', mm: '%M', ss: '%S' }

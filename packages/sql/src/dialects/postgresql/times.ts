import type { PlainGrain } from '@tributary/expression'
import type { TimePart } from '@tributary/expression/internal'
import type { EngineTimes, SqlTime } from '../../functions/engine-times.ts'
import { type EngineFormats, formatText } from '../../functions/format-forms.ts'
import { raw, type SqlText, sqlLiteral, sqlText } from '../../text/sql-text.ts'
import { timeLiteral, toGrainLiteral } from '../standard.ts'

/** How PostgreSQL computes with times. Dates are cast, since many of its functions turn a date into a time with a zone. */
export const postgresqlTimes: EngineTimes = {
  literal: timeLiteral,
  date: (time) => sqlText`CAST(${time} AS date)`,
  truncated: (time, { grain, type }) =>
    type === 'DATE'
      ? sqlText`CAST(date_trunc(${toGrainLiteral(grain)}, ${asTimestamp(time)}) AS date)`
      : compileDateTrunc(time, grain),
  moved: (time, count, { grain, type }) => {
    const sum = sqlText`(${time} + make_interval(${INTERVALS[grain](count)}))`
    return type === 'DATE' ? sqlText`CAST(${sum} AS date)` : sum
  },
  difference: (from, to, grain) => {
    switch (grain) {
      case 'YEAR':
        return sqlText`CAST(EXTRACT(year FROM ${to.text}) - EXTRACT(year FROM ${from.text}) AS bigint)`
      case 'QUARTER':
        return sqlText`CAST(${compilePeriodNumber(to, 4, 'quarter')} - ${compilePeriodNumber(from, 4, 'quarter')} AS bigint)`
      case 'MONTH':
        return sqlText`CAST(${compilePeriodNumber(to, 12, 'month')} - ${compilePeriodNumber(from, 12, 'month')} AS bigint)`
      default: {
        const start = ({ text }: SqlTime): SqlText => compileDateTrunc(asTimestamp(text), grain)
        return sqlText`CAST(EXTRACT(EPOCH FROM ${start(to)} - ${start(from)}) / ${raw(SECONDS[grain])} AS bigint)`
      }
    }
  },
  element: (values, index) =>
    sqlText`CAST((ARRAY[${raw(values.join(','))}])[CAST(${index} AS integer)] AS bigint)`,
  quotient: (dividend, divisor) => sqlText`(${dividend} / ${raw(divisor)})`,
  part: (time, part) => sqlText`CAST(floor(EXTRACT(${raw(PARTS[part])} FROM ${time})) AS bigint)`,
  zero: (time) => sqlText`(CASE WHEN ${time} IS NOT NULL THEN CAST(0 AS bigint) END)`,
}

/** How PostgreSQL reads and writes times in a format. */
export const postgresqlFormats: EngineFormats = {
  matches,
  read: (iso, type) => sqlText`CAST(${iso} AS ${raw(type.toLowerCase())})`,
  write: ({ text, typed }, format) => {
    const time = typed.type === 'DATE' ? asTimestamp(text) : text
    return sqlText`to_char(${time}, ${sqlLiteral(formatText(format, FIELDS, quoteFormatText))})`
  },
}

/** Whether a regular expression matches a whole text. */
export function matches(text: SqlText, pattern: string): SqlText {
  return sqlText`(${text} ~ ${sqlLiteral(`^(${pattern})$`)})`
}

function asTimestamp(time: SqlText): SqlText {
  return sqlText`CAST(${time} AS timestamp)`
}

function compileDateTrunc(time: SqlText, grain: PlainGrain): SqlText {
  return sqlText`date_trunc(${toGrainLiteral(grain)}, ${time})`
}

/** The number of a month or quarter since year 0, where a year has `perYear` of them. */
function compilePeriodNumber({ text }: SqlTime, perYear: number, part: string): SqlText {
  return sqlText`(EXTRACT(year FROM ${text}) * ${raw(perYear)} + EXTRACT(${raw(part)} FROM ${text}))`
}

function quoteFormatText(between: string): string {
  return `"${between.replace(/["\\]/g, '\\$&')}"`
}

const SECONDS = { SECOND: 1, MINUTE: 60, HOUR: 3600, DAY: 86_400, WEEK: 604_800 } as const

const INTERVALS: Readonly<Record<PlainGrain, (count: SqlText) => SqlText>> = {
  SECOND: (count) => sqlText`secs => CAST(${count} AS double precision)`,
  // Minutes are 32-bit integers there, which is too few for the calendar.
  MINUTE: (count) => sqlText`secs => CAST(${count} AS double precision) * 60`,
  HOUR: (count) => sqlText`hours => CAST(${count} AS integer)`,
  DAY: (count) => sqlText`days => CAST(${count} AS integer)`,
  WEEK: (count) => sqlText`weeks => CAST(${count} AS integer)`,
  MONTH: (count) => sqlText`months => CAST(${count} AS integer)`,
  QUARTER: (count) => sqlText`months => CAST(${count} * 3 AS integer)`,
  YEAR: (count) => sqlText`years => CAST(${count} AS integer)`,
}

const PARTS: Readonly<Record<TimePart, string>> = {
  Year: 'year',
  Quarter: 'quarter',
  Month: 'month',
  Week: 'week',
  Day: 'day',
  DayOfWeek: 'isodow',
  DayOfYear: 'doy',
  Hour: 'hour',
  Minute: 'minute',
  Second: 'second',
}

const FIELDS = { yyyy: 'YYYY', MM: 'MM', dd: 'DD', HH: 'HH24', mm: 'MI', ss: 'SS' }

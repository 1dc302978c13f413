import { isFinerThanDay, type TimePart } from '@tributary/expression/internal'
import type { EngineTimes, SqlTime } from '../../functions/engine-times.ts'
import { type EngineFormats, formatText } from '../../functions/format-forms.ts'
import { raw, type SqlText, sqlLiteral, sqlText } from '../../text/sql-text.ts'
import { timeLiteral, toGrainLiteral } from '../standard.ts'

/** How Trino computes with times. */
export const trinoTimes: EngineTimes = {
  literal: timeLiteral,
  date: (time) => sqlText`CAST(${time} AS date)`,
  truncated: (time, { grain }) => sqlText`date_trunc(${toGrainLiteral(grain)}, ${time})`,
  moved: (time, count, { grain, type }) => {
    const from = type === 'DATE' ? time : sqlText`CAST(${time} AS timestamp(6))`
    // Its `date_add` takes no more than 32 bits of them.
    if (isFinerThanDay(grain)) return sqlText`(${from} + ${count} * INTERVAL '1' ${raw(grain)})`
    return sqlText`date_add(${toGrainLiteral(grain)}, ${count}, ${from})`
  },
  difference: (from, to, grain) => {
    const start = (time: SqlTime): SqlText =>
      sqlText`date_trunc(${toGrainLiteral(grain)}, ${asTimestamp(time)})`
    return sqlText`date_diff(${toGrainLiteral(grain)}, ${start(from)}, ${start(to)})`
  },
  element: (values, index) =>
    sqlText`CAST(element_at(ARRAY[${raw(values.join(','))}], ${index}) AS bigint)`,
  quotient: (dividend, divisor) => sqlText`(${dividend} / ${raw(divisor)})`,
  part: (time, part) => sqlText`${raw(PARTS[part])}(${time})`,
  zero: (time) => sqlText`(CASE WHEN ${time} IS NOT NULL THEN BIGINT '0' END)`,
}

/** How Trino reads and writes times in a format. */
export const trinoFormats: EngineFormats = {
  matches,
  read: (iso, type) => sqlText`CAST(${iso} AS ${raw(type === 'DATE' ? 'date' : 'timestamp(6)')})`,
  write: ({ text, typed }, format) => {
    // Fractions of a second would be rounded, into the next month if need be.
    const time = typed.type === 'DATE' ? text : sqlText`date_trunc('second', ${text})`
    return sqlText`date_format(${time}, ${sqlLiteral(formatText(format, FIELDS))})`
  },
}

/** Whether a regular expression matches a whole text. Java's `$` also stands before a last line feed. */
export function matches(text: SqlText, pattern: string): SqlText {
  return sqlText`regexp_like(${text}, ${sqlLiteral(`^(${pattern})\\z`)})`
}

function asTimestamp({ text, type }: SqlTime): SqlText {
  return type === 'DATE' ? sqlText`CAST(${text} AS timestamp)` : text
}

const PARTS: Readonly<Record<TimePart, string>> = {
  Year: 'year',
  Quarter: 'quarter',
  Month: 'month',
  Week: 'week',
  Day: 'day',
  DayOfWeek: 'day_of_week',
  DayOfYear: 'day_of_year',
  Hour: 'hour',
  Minute: 'minute',
  Second: 'second',
}

const FIELDS = { yyyy: '%Y', MM: '%m', dd: '%d', HH: '%H', mm: '%i', ss: '%s' }

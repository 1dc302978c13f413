import type { Grain, ValueType } from '../../values/value-type.ts'
import type { SqlForms } from '../sql-forms.ts'
import { type SqlText, sqlText } from '../sql-text.ts'
import { UNITS } from './time-units.ts'

/** A time moved by periods in the SQL of an engine; the result is of the type asked for. The caller keeps it in the calendar. */
export function moved(
  dialect: keyof SqlForms,
  { time, count }: { readonly time: SqlText; readonly count: SqlText },
  { grain, type }: { readonly grain: Grain; readonly type: ValueType },
): SqlText {
  switch (dialect) {
    case 'duckdb': {
      const sum = sqlText`(${time} + ${DUCKDB[grain](count)})`
      return type === 'DATE' ? sqlText`CAST(${sum} AS DATE)` : sum
    }
    case 'postgresql': {
      const sum = sqlText`(${time} + make_interval(${POSTGRESQL[grain](count)}))`
      return type === 'DATE' ? sqlText`CAST(${sum} AS date)` : sum
    }
    case 'trino': {
      const from = type === 'DATE' ? time : sqlText`CAST(${time} AS timestamp(6))`
      return sqlText`date_add(${UNITS[grain]}, ${count}, ${from})`
    }
    case 'clickhouse': {
      const from = type === 'DATE' ? sqlText`toDate32(${time})` : sqlText`toDateTime64(${time}, 6)`
      return sqlText`${CLICKHOUSE[grain]}(${from}, ${count})`
    }
  }
}

type Count = (count: SqlText) => SqlText

const DUCKDB: Readonly<Record<Grain, Count>> = {
  SECOND: (count) => sqlText`to_seconds(${count})`,
  MINUTE: (count) => sqlText`to_minutes(${count})`,
  HOUR: (count) => sqlText`to_hours(${count})`,
  DAY: (count) => sqlText`to_days(CAST(${count} AS INTEGER))`,
  WEEK: (count) => sqlText`to_weeks(CAST(${count} AS INTEGER))`,
  MONTH: (count) => sqlText`to_months(CAST(${count} AS INTEGER))`,
  QUARTER: (count) => sqlText`to_months(CAST(${count} * 3 AS INTEGER))`,
  YEAR: (count) => sqlText`to_years(CAST(${count} AS INTEGER))`,
}

const POSTGRESQL: Readonly<Record<Grain, Count>> = {
  SECOND: (count) => sqlText`secs => CAST(${count} AS double precision)`,
  // Minutes are integers of 32 bits there, and the calendar has more of them.
  MINUTE: (count) => sqlText`secs => CAST(${count} AS double precision) * 60`,
  HOUR: (count) => sqlText`hours => CAST(${count} AS integer)`,
  DAY: (count) => sqlText`days => CAST(${count} AS integer)`,
  WEEK: (count) => sqlText`weeks => CAST(${count} AS integer)`,
  MONTH: (count) => sqlText`months => CAST(${count} AS integer)`,
  QUARTER: (count) => sqlText`months => CAST(${count} * 3 AS integer)`,
  YEAR: (count) => sqlText`years => CAST(${count} AS integer)`,
}

const CLICKHOUSE: Readonly<Record<Grain, SqlText>> = {
  SECOND: sqlText`addSeconds`,
  MINUTE: sqlText`addMinutes`,
  HOUR: sqlText`addHours`,
  DAY: sqlText`addDays`,
  WEEK: sqlText`addWeeks`,
  MONTH: sqlText`addMonths`,
  QUARTER: sqlText`addQuarters`,
  YEAR: sqlText`addYears`,
}

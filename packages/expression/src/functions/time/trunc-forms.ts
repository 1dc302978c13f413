import type { Grain, ValueType } from '../../values/value-type.ts'
import type { SqlForms } from '../sql-forms.ts'
import { type SqlText, sqlText } from '../sql-text.ts'
import { UNITS } from './time-units.ts'

/** The beginning of a period in the SQL of an engine; a DATE stays a DATE. */
export function truncated(
  dialect: keyof SqlForms,
  time: SqlText,
  { grain, type }: { readonly grain: Grain; readonly type: ValueType },
): SqlText {
  switch (dialect) {
    case 'duckdb': {
      const start = sqlText`date_trunc(${UNITS[grain]}, ${time})`
      return type === 'DATE' ? sqlText`CAST(${start} AS DATE)` : start
    }
    case 'postgresql':
      // Of a date PostgreSQL would make a time with a zone.
      return type === 'DATE'
        ? sqlText`CAST(date_trunc(${UNITS[grain]}, CAST(${time} AS timestamp)) AS date)`
        : sqlText`date_trunc(${UNITS[grain]}, ${time})`
    case 'trino':
      return sqlText`date_trunc(${UNITS[grain]}, ${time})`
    case 'clickhouse': {
      const start = sqlText`${CLICKHOUSE[grain]}(${time})`
      return type === 'DATE' ? sqlText`toDate32(${start})` : sqlText`toDateTime64(${start}, 6)`
    }
  }
}

const CLICKHOUSE: Readonly<Record<Grain, SqlText>> = {
  SECOND: sqlText`toStartOfSecond`,
  MINUTE: sqlText`toStartOfMinute`,
  HOUR: sqlText`toStartOfHour`,
  DAY: sqlText`toStartOfDay`,
  WEEK: sqlText`toMonday`,
  MONTH: sqlText`toStartOfMonth`,
  QUARTER: sqlText`toStartOfQuarter`,
  YEAR: sqlText`toStartOfYear`,
}

import type { Grain } from '../../values/value-type.ts'
import { type SqlText, sqlText } from '../sql-text.ts'

/** The grains as engines name them, in quotes. */
export const UNITS: Readonly<Record<Grain, SqlText>> = {
  SECOND: sqlText`'second'`,
  MINUTE: sqlText`'minute'`,
  HOUR: sqlText`'hour'`,
  DAY: sqlText`'day'`,
  WEEK: sqlText`'week'`,
  MONTH: sqlText`'month'`,
  QUARTER: sqlText`'quarter'`,
  YEAR: sqlText`'year'`,
}

import { parseTime } from '../../time/parse-time.ts'
import { floorDivide } from '../../values/civil.ts'
import { toText } from '../../values/to-text.ts'
import { DAY } from '../../values/value.ts'
import type { SqlForms } from '../sql-forms.ts'
import { type SqlText, sqlLiteral, sqlText } from '../sql-text.ts'
import { CALENDAR, type Calendar } from './calendar.ts'

/** Which times of the language an engine can hold. ClickHouse ends early, and gives wrong times beyond its ends. */
export const ENGINE_CALENDARS: Readonly<Record<keyof SqlForms, Calendar>> = {
  duckdb: CALENDAR,
  postgresql: CALENDAR,
  trino: CALENDAR,
  clickhouse: {
    first: parseTime('1900-01-01')!,
    last: parseTime('2299-12-31 23:59:59.999999')!,
  },
}

/** A moment, in microseconds since 1970-01-01, as a literal; as a DATE it is its day. */
export function timeLiteral(
  dialect: keyof SqlForms,
  moment: bigint,
  type: 'DATE' | 'TIMESTAMP',
): SqlText {
  const value = type === 'DATE' ? Number(floorDivide(moment, DAY)) : moment
  const text = sqlLiteral(toText(value, type)!)
  if (dialect !== 'clickhouse') {
    return type === 'DATE' ? sqlText`DATE ${text}` : sqlText`TIMESTAMP ${text}`
  }
  return type === 'DATE' ? sqlText`toDate32(${text})` : sqlText`toDateTime64(${text}, 6)`
}

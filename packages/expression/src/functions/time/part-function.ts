import { callNode, UNKNOWN } from '../../tree/typed-expr.ts'
import { widenValue } from '../../values/value.ts'
import { timeParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { eachDialect, type SqlForms } from '../sql-forms.ts'
import { type SqlText, sqlText } from '../sql-text.ts'
import { readTimeArgument } from './time-argument.ts'
import { type TimePart, timePart } from './time-parts.ts'

/** A function that takes one part of a time, as an INT. */
export function partFunction(
  name: TimePart,
  texts: Pick<ScalarDefinition, 'description' | 'examples'>,
): ScalarDefinition {
  return {
    name,
    family: 'time',
    description: texts.description,
    parameters: [timeParameter('time')],
    examples: texts.examples,
    nulls: 'propagate',
    check([time], site) {
      const typed = readTimeArgument(name, time!, site)
      return typed.type === 'UNKNOWN' ? UNKNOWN : callNode(name, 'INT', [typed])
    },
    evaluate: (argument, { args }) =>
      BigInt(timePart(widenValue(argument(0), args[0]!.type, 'TIMESTAMP') as bigint, name)),
    sql: eachDialect((dialect) => ([time]) => {
      const ofDay = time!.typed.type === 'DATE' && WITHIN_A_DAY.has(name)
      return ofDay ? NONE[dialect](time!.text) : PARTS[dialect](name, time!.text)
    }),
  }
}

const WITHIN_A_DAY: ReadonlySet<TimePart> = new Set(['Hour', 'Minute', 'Second'])

/** A date has no time of day; NULL stays NULL. */
const NONE: Readonly<Record<keyof SqlForms, (time: SqlText) => SqlText>> = {
  duckdb: (time) => sqlText`(CASE WHEN ${time} IS NOT NULL THEN CAST(0 AS BIGINT) END)`,
  postgresql: (time) => sqlText`(CASE WHEN ${time} IS NOT NULL THEN CAST(0 AS bigint) END)`,
  trino: (time) => sqlText`(CASE WHEN ${time} IS NOT NULL THEN BIGINT '0' END)`,
  clickhouse: (time) => sqlText`if(isNull(${time}), NULL, toInt64(0))`,
}

type Names = Readonly<Record<TimePart, string>>

const DUCKDB: Names = {
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
const POSTGRESQL: Names = {
  ...DUCKDB,
  Week: 'week',
  DayOfYear: 'doy',
}
const TRINO: Names = {
  ...DUCKDB,
  Week: 'week',
  DayOfWeek: 'day_of_week',
  DayOfYear: 'day_of_year',
}
const CLICKHOUSE: Names = {
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

const PARTS: Readonly<Record<keyof SqlForms, (part: TimePart, time: SqlText) => SqlText>> = {
  duckdb: (part, time) => sqlText`${raw(DUCKDB[part])}(${time})`,
  postgresql: (part, time) =>
    sqlText`CAST(floor(EXTRACT(${raw(POSTGRESQL[part])} FROM ${time})) AS bigint)`,
  trino: (part, time) => sqlText`${raw(TRINO[part])}(${time})`,
  clickhouse: (part, time) => sqlText`toInt64(${raw(CLICKHOUSE[part])}(${time}))`,
}

function raw(text: string): SqlText {
  return { chunks: [text] }
}

import { report } from '../../diagnostics/report.ts'
import { GRAINS, isFinerThanDay, nextPeriod, truncate } from '../../time/grains.ts'
import { callNode, constantNode, UNKNOWN } from '../../tree/typed-expr.ts'
import { DAY, widenValue } from '../../values/value.ts'
import type { Grain } from '../../values/value-type.ts'
import { timeParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { eachDialect, type SqlForms } from '../sql-forms.ts'
import { type SqlText, sqlText } from '../sql-text.ts'
import { moved } from './add-forms.ts'
import { type Calendar, isInCalendar } from './calendar.ts'
import { ENGINE_CALENDARS, timeLiteral } from './engine-calendars.ts'
import { grainAt, readGrain } from './grain-argument.ts'
import { readTimeArgument } from './time-argument.ts'
import { truncated } from './trunc-forms.ts'

/** `LastDay(time, grain)`. */
export const lastDay: ScalarDefinition = {
  name: 'LastDay',
  family: 'time',
  description:
    'The last day of the period of a grain that holds the time; NULL beyond the year 9999.',
  parameters: [
    timeParameter('time'),
    {
      name: 'grain',
      takes: 'a grain of a day or more, "MONTH" when left out',
      choices: GRAINS,
      optional: true,
    },
  ],
  examples: [
    { text: 'LastDay("2024-02-10")', result: '2024-02-29' },
    { text: 'LastDay("2024-05-15", "QUARTER")', result: '2024-06-30' },
    { text: 'LastDay("2024-05-15", "WEEK")', result: '2024-05-19' },
  ],
  nulls: 'propagate',
  check([time, grain], site) {
    const typed = readTimeArgument('LastDay', time!, site)
    const named = grain ? readGrain('LastDay', grain, site) : 'MONTH'
    if (named === null || typed.type === 'UNKNOWN') return UNKNOWN
    if (isFinerThanDay(named)) {
      site.complain(report('EXP2005', { span: grain!.span, params: { grain: named } }))
      return UNKNOWN
    }
    return callNode('LastDay', 'DATE', [typed, constantNode({ type: 'STRING', value: named })])
  },
  evaluate(argument, { args }) {
    const time = widenValue(argument(0), args[0]!.type, 'TIMESTAMP') as bigint
    const last = nextPeriod(time, grainAt(args, 1)) - DAY
    return isInCalendar(last) ? Number(last / DAY) : null
  },
  sql: eachDialect((dialect) => ([time], { args }) => {
    const grain = grainAt(args, 1)
    const date = time!.typed.type === 'DATE' ? time!.text : DATES[dialect](time!.text)
    const start = truncated(dialect, date, { grain, type: 'DATE' })
    const next = moved(dialect, { time: start, count: sqlText`1` }, { grain, type: 'DATE' })
    const last = moved(dialect, { time: next, count: sqlText`-1` }, { grain: 'DAY', type: 'DATE' })
    const end = lastEnd(ENGINE_CALENDARS[dialect], grain)
    if (end === null) return last
    return sqlText`(CASE WHEN ${date} <= ${timeLiteral(dialect, end, 'DATE')} THEN ${last} END)`
  }),
}

const castDate = (time: SqlText): SqlText => sqlText`CAST(${time} AS date)`
const DATES: Readonly<Record<keyof SqlForms, (time: SqlText) => SqlText>> = {
  duckdb: castDate,
  postgresql: castDate,
  trino: castDate,
  clickhouse: (time) => sqlText`toDate32(${time})`,
}

/** Up to where a period ends within a calendar; null when the calendar's own last day ends one. */
function lastEnd({ last }: Calendar, grain: Grain): bigint | null {
  return nextPeriod(last, grain) - 1n === last ? null : truncate(last, grain) - 1n
}

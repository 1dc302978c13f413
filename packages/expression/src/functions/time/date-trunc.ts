import { report } from '../../diagnostics/report.ts'
import { isFinerThanDay, truncate } from '../../time/grains.ts'
import { DAY } from '../../value.ts'
import type { Grain } from '../../value-type.ts'
import type { FunctionDefinition } from '../definition.ts'
import { type SqlText, sqlText } from '../sql-text.ts'
import { callNode, constantNode, UNKNOWN } from '../typed-calls.ts'
import { grainAt, readGrain } from './grain-argument.ts'
import { readTimeArgument } from './time-argument.ts'

/** `DateTrunc(time, grain)`. */
export const dateTrunc: FunctionDefinition = {
  name: 'DateTrunc',
  family: 'time',
  description:
    'The first moment of the period of a grain that holds the time; weeks begin on Monday.',
  parameters: [
    { name: 'time', takes: 'a date or time' },
    { name: 'grain', takes: 'a grain such as "DAY"' },
  ],
  nulls: 'propagate',
  check([time, grain], site) {
    const typed = readTimeArgument('DateTrunc', time!, site)
    const named = readGrain('DateTrunc', grain!, site)
    if (named === null || typed.type === 'UNKNOWN') return UNKNOWN
    if (typed.type === 'DATE' && isFinerThanDay(named)) {
      site.complain(report('EXP2005', { span: grain!.span, params: { grain: named } }))
      return UNKNOWN
    }
    return callNode('DateTrunc', typed.type, [
      typed,
      constantNode({ type: 'STRING', value: named }),
    ])
  },
  evaluate(argument, { args, type }) {
    const value = argument(0)
    const grain = grainAt(args, 1)
    return type === 'DATE'
      ? Number(truncate(BigInt(value as number) * DAY, grain) / DAY)
      : truncate(value as bigint, grain)
  },
  sql: {
    duckdb([time], { args, type }) {
      const truncated = sqlText`date_trunc(${UNITS[grainAt(args, 1)]}, ${time!.text})`
      return type === 'DATE' ? sqlText`CAST(${truncated} AS DATE)` : truncated
    },
  },
}

const UNITS: Readonly<Record<Grain, SqlText>> = {
  SECOND: sqlText`'second'`,
  MINUTE: sqlText`'minute'`,
  HOUR: sqlText`'hour'`,
  DAY: sqlText`'day'`,
  WEEK: sqlText`'week'`,
  MONTH: sqlText`'month'`,
  QUARTER: sqlText`'quarter'`,
  YEAR: sqlText`'year'`,
}

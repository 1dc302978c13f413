import { GRAINS } from '../../time/grains.ts'
import { callNode, constantNode, UNKNOWN } from '../../tree/typed-expr.ts'
import { widenValue } from '../../values/value.ts'
import type { Grain, ValueType } from '../../values/value-type.ts'
import { timeParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { eachDialect, type SqlForms } from '../sql-forms.ts'
import { type SqlText, sqlText } from '../sql-text.ts'
import { grainAt, readGrain } from './grain-argument.ts'
import { periodNumber } from './period-number.ts'
import { readTimeArgument } from './time-argument.ts'
import { UNITS } from './time-units.ts'
import { truncated } from './trunc-forms.ts'

/** `DateDiff(from, to, grain)`. */
export const dateDiff: ScalarDefinition = {
  name: 'DateDiff',
  family: 'time',
  description:
    'How many beginnings of a period lie between two times: from 31 December to 1 January it is one year.',
  parameters: [
    timeParameter('from'),
    timeParameter('to'),
    { name: 'grain', takes: 'a grain such as "DAY"', choices: GRAINS },
  ],
  examples: [
    { text: 'DateDiff("2024-05-01", "2024-05-15", "DAY")', result: '14' },
    { text: 'DateDiff("2024-12-31", "2025-01-01", "YEAR")', result: '1' },
    { text: 'DateDiff("2024-05-15", "2024-02-29", "MONTH")', result: '-3' },
  ],
  nulls: 'propagate',
  check([from, to, grain], site) {
    const first = readTimeArgument('DateDiff', from!, site)
    const last = readTimeArgument('DateDiff', to!, site)
    const named = readGrain('DateDiff', grain!, site)
    if (named === null || first.type === 'UNKNOWN' || last.type === 'UNKNOWN') return UNKNOWN
    const unit = constantNode({ type: 'STRING', value: named })
    return callNode('DateDiff', 'INT', [first, last, unit])
  },
  evaluate(argument, { args }) {
    const grain = grainAt(args, 2)
    const number = (index: number) =>
      periodNumber(widenValue(argument(index), args[index]!.type, 'TIMESTAMP') as bigint, grain)
    return number(1) - number(0)
  },
  sql: eachDialect((dialect) => ([from, to], { args }) => {
    const side = (argument: typeof from) => ({
      text: argument!.text,
      type: argument!.typed.type,
    })
    return DIFFERENCES[dialect](side(from), side(to), grainAt(args, 2))
  }),
}

interface Side {
  readonly text: SqlText
  readonly type: ValueType
}

type Difference = (from: Side, to: Side, grain: Grain) => SqlText

const DIFFERENCES: Readonly<Record<keyof SqlForms, Difference>> = {
  duckdb: (from, to, grain) => {
    if (grain !== 'WEEK') return sqlText`date_diff(${UNITS[grain]}, ${asTime(from)}, ${asTime(to)})`
    return sqlText`(date_diff('day', date_trunc('week', ${from.text}), date_trunc('week', ${to.text})) // 7)`
  },
  postgresql: (from, to, grain) => {
    const months = ({ text }: Side, each: SqlText, part: SqlText) =>
      sqlText`(EXTRACT(year FROM ${text}) * ${each} + EXTRACT(${part} FROM ${text}))`
    switch (grain) {
      case 'YEAR':
        return sqlText`CAST(EXTRACT(year FROM ${to.text}) - EXTRACT(year FROM ${from.text}) AS bigint)`
      case 'QUARTER':
        return sqlText`CAST(${months(to, sqlText`4`, sqlText`quarter`)} - ${months(from, sqlText`4`, sqlText`quarter`)} AS bigint)`
      case 'MONTH':
        return sqlText`CAST(${months(to, sqlText`12`, sqlText`month`)} - ${months(from, sqlText`12`, sqlText`month`)} AS bigint)`
      default: {
        const start = ({ text }: Side) =>
          truncated('postgresql', sqlText`CAST(${text} AS timestamp)`, { grain, type: 'TIMESTAMP' })
        return sqlText`CAST(EXTRACT(EPOCH FROM ${start(to)} - ${start(from)}) / ${SECONDS[grain]!} AS bigint)`
      }
    }
  },
  trino: (from, to, grain) => {
    const start = (side: Side) => truncated('trino', asTime(side), { grain, type: 'TIMESTAMP' })
    return sqlText`date_diff(${UNITS[grain]}, ${start(from)}, ${start(to)})`
  },
  clickhouse: (from, to, grain) => {
    const start = ({ text }: Side) => (grain === 'WEEK' ? sqlText`toMonday(${text})` : text)
    return sqlText`dateDiff(${UNITS[grain]}, ${start(from)}, ${start(to)})`
  },
}

const SECONDS: Partial<Record<Grain, SqlText>> = {
  SECOND: sqlText`1`,
  MINUTE: sqlText`60`,
  HOUR: sqlText`3600`,
  DAY: sqlText`86400`,
  WEEK: sqlText`604800`,
}

function asTime({ text, type }: Side): SqlText {
  return type === 'DATE' ? sqlText`CAST(${text} AS timestamp)` : text
}

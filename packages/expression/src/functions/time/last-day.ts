import { report } from '../../diagnostics/report.ts'
import { floorDivide, GRAINS, isFinerThanDay, nextPeriod } from '../../time/grains.ts'
import { DAY, widenValue } from '../../value.ts'
import { timeParameter } from '../argument-kinds.ts'
import type { FunctionDefinition } from '../definition.ts'
import { eachDialect } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'
import { callNode, constantNode, UNKNOWN } from '../typed-calls.ts'
import { moved } from './add-forms.ts'
import { grainAt, readGrain } from './grain-argument.ts'
import { readTimeArgument } from './time-argument.ts'
import { truncated } from './trunc-forms.ts'

/** `LastDay(time, grain)`. */
export const lastDay: FunctionDefinition = {
  name: 'LastDay',
  family: 'time',
  description: 'The last day of the period of a grain that holds the time.',
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
    return Number(floorDivide(nextPeriod(time, grainAt(args, 1)), DAY)) - 1
  },
  sql: eachDialect((dialect) => ([time], { args }) => {
    const grain = grainAt(args, 1)
    const cast = dialect === 'clickhouse' ? 'toDate32(' : 'CAST('
    const end = dialect === 'clickhouse' ? ')' : ' AS date)'
    const date =
      time!.typed.type === 'DATE' ? time!.text : { chunks: [cast, ...time!.text.chunks, end] }
    const start = truncated(dialect, date, { grain, type: 'DATE' })
    const next = moved(dialect, { time: start, count: sqlText`1` }, { grain, type: 'DATE' })
    return moved(dialect, { time: next, count: sqlText`-1` }, { grain: 'DAY', type: 'DATE' })
  }),
}

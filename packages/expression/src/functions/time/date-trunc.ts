import { report } from '../../diagnostics/report.ts'
import { GRAINS, isFinerThanDay, truncate } from '../../time/grains.ts'
import { callNode, constantNode, UNKNOWN } from '../../tree/typed-expr.ts'
import { DAY } from '../../values/value.ts'
import { timeParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { eachDialect } from '../sql-forms.ts'
import { grainAt, readGrain } from './grain-argument.ts'
import { readTimeArgument } from './time-argument.ts'
import { truncated } from './trunc-forms.ts'

/** `DateTrunc(time, grain)`. */
export const dateTrunc: ScalarDefinition = {
  name: 'DateTrunc',
  family: 'time',
  description:
    'The first moment of the period of a grain that holds the time; weeks begin on Monday.',
  parameters: [
    timeParameter('time'),
    { name: 'grain', takes: 'a grain such as "DAY"', choices: GRAINS },
  ],
  examples: [
    { text: 'DateTrunc("2024-05-15", "MONTH")', result: '2024-05-01 00:00:00' },
    { text: 'DateTrunc(Date("2024-05-15"), "WEEK")', result: '2024-05-13' },
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
  sql: eachDialect(
    (dialect) =>
      ([time], { args, type }) =>
        truncated(dialect, time!.text, { grain: grainAt(args, 1), type }),
  ),
}

import { nearNames } from '@tributary/core'
import { replaceBy, report } from '../../diagnostics/report.ts'
import { printText } from '../../tree/print.ts'
import { callNode, constantText, UNKNOWN } from '../../tree/typed-expr.ts'
import { timeParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { rewrittenFunction } from '../rewritten-function.ts'
import { readTimeArgument } from './time-argument.ts'
import type { TimePart } from './time-parts.ts'

const PARTS: ReadonlyMap<string, TimePart> = new Map(
  (
    [
      'Year',
      'Quarter',
      'Month',
      'Week',
      'Day',
      'DayOfWeek',
      'DayOfYear',
      'Hour',
      'Minute',
      'Second',
    ] as const
  ).map((part) => [part.toUpperCase(), part]),
)

/** `Extract(time, part)`: the function of the part's name. */
export const extract: ScalarDefinition = rewrittenFunction({
  name: 'Extract',
  family: 'time',
  description: 'A part of a time: YEAR, QUARTER, MONTH, WEEK, DAY, DAYOFWEEK, HOUR and so on.',
  parameters: [
    timeParameter('time'),
    { name: 'part', takes: 'a part such as "YEAR"', choices: [...PARTS.keys()] },
  ],
  examples: [
    { text: 'Extract("2024-05-15", "MONTH")', result: '5' },
    { text: 'Extract("2024-05-15", "DAYOFWEEK")', result: '3' },
  ],
  check([time, part], site) {
    const typed = readTimeArgument('Extract', time!, site)
    const text = constantText(part!.typed)
    if (text === null) {
      if (part!.typed.type !== 'UNKNOWN') {
        const params = { function: 'Extract', parameter: 'part' }
        site.complain(report('EXP2008', { span: part!.span, params }))
      }
      return UNKNOWN
    }
    const known = PARTS.get(text.toUpperCase())
    if (known === undefined) {
      const { span } = part!
      const fixes = nearNames(text, PARTS.keys()).map((near) =>
        replaceBy(`use ${near}`, span, printText(near)),
      )
      const params = { found: text, parts: [...PARTS.keys()].join(', ') }
      site.complain(report('EXP2017', { span, params, fixes }))
      return UNKNOWN
    }
    return typed.type === 'UNKNOWN' ? UNKNOWN : callNode(known, 'INT', [typed])
  },
})

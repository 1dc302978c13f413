import { writeFormatted } from '../../time/date-format.ts'
import { callNode, constantNode, type TypedExpr, UNKNOWN } from '../../tree/typed-expr.ts'
import { widenValue } from '../../values/value.ts'
import { timeParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { formatAt, readFormat } from './format-argument.ts'
import { writeForms } from './format-forms.ts'
import { readTimeArgument } from './time-argument.ts'

/** `DateFormat(time, format)`. */
export const dateFormat: ScalarDefinition = {
  name: 'DateFormat',
  family: 'time',
  description: 'The time as a text in a format of yyyy, MM, dd, HH, mm, ss and separators.',
  parameters: [timeParameter('time'), { name: 'format', takes: 'a format such as "yyyy-MM"' }],
  examples: [
    { text: 'DateFormat("2024-05-15", "yyyy-MM")', result: '2024-05' },
    { text: 'DateFormat("2024-05-15 13:07:00", "dd.MM.yyyy HH:mm")', result: '15.05.2024 13:07' },
  ],
  nulls: 'propagate',
  check([time, format], site) {
    const typed = readTimeArgument('DateFormat', time!, site)
    const asked = { function: 'DateFormat', demand: 'any', example: 'yyyy-MM-dd' } as const
    const pieces = readFormat(format!, asked, site)
    if (pieces === null || typed.type === 'UNKNOWN') return UNKNOWN
    return callNode('DateFormat', 'STRING', [
      typed,
      constantNode({ type: 'STRING', value: pieces }),
    ])
  },
  evaluate: (argument, { args }) =>
    writeFormatted(widenValue(argument(0), args[0]!.type, 'TIMESTAMP') as bigint, formatAt(args)),
  sql: writeForms((args) => formatAt(args as readonly TypedExpr[])),
}

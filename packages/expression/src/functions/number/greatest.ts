import type { ScalarDefinition } from '../definition.ts'
import { sqlText } from '../sql-text.ts'
import { checkExtreme, extremeForms, extremeOf } from './extreme.ts'

/** `Greatest(first, second, …)`. */
export const greatest: ScalarDefinition = {
  name: 'Greatest',
  family: 'number',
  description: 'The largest of its arguments; NULL when one of them is NULL.',
  parameters: [
    { name: 'first', takes: 'a number, a text or a time' },
    { name: 'second', takes: 'a value of the same kind', repeated: true },
  ],
  examples: [
    { text: 'Greatest(3, 2.5, 7)', result: '7' },
    { text: 'Greatest("b", "a")', result: 'b' },
    { text: 'Greatest(1, NULL)', result: null },
  ],
  nulls: 'propagate',
  check: (args, site) => checkExtreme('Greatest', args, site),
  evaluate: (argument, call) => extremeOf(argument, call, 1),
  sql: extremeForms(sqlText`greatest`),
}

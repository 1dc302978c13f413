import type { ScalarDefinition } from '../definition.ts'
import { sqlText } from '../sql-text.ts'
import { checkExtreme, extremeForms, extremeOf } from './extreme.ts'

/** `Least(first, second, …)`. */
export const least: ScalarDefinition = {
  name: 'Least',
  family: 'number',
  description: 'The smallest of its arguments; NULL when one of them is NULL.',
  parameters: [
    { name: 'first', takes: 'a number, a text or a time' },
    { name: 'second', takes: 'a value of the same kind', repeated: true },
  ],
  examples: [
    { text: 'Least(3, 2.5, 7)', result: '2.5' },
    { text: 'Least("b", "a")', result: 'a' },
    { text: 'Least(1, NULL)', result: null },
  ],
  nulls: 'propagate',
  check: (args, site) => checkExtreme('Least', args, site),
  evaluate: (argument, call) => extremeOf(argument, call, -1),
  sql: extremeForms(sqlText`least`),
}

import { numberOf } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { sqlText } from '../sql-text.ts'
import { doubleForms, onlyFinite } from './double-argument.ts'
import { sameForms } from './same-forms.ts'

/** `Sqrt(number)`. */
export const sqrt: ScalarDefinition = plainFunction({
  name: 'Sqrt',
  family: 'number',
  description: 'The square root as a DOUBLE; NULL of a negative number.',
  parameters: [numberParameter('number')],
  examples: [
    { text: 'Sqrt(16)', result: '4' },
    { text: 'Sqrt(2.25)', result: '1.5' },
    { text: 'Sqrt(-1)', result: null },
  ],
  result: 'DOUBLE',
  evaluate: ([number]) => onlyFinite(Math.sqrt(numberOf(number!))),
  sql: doubleForms(
    sameForms((number) => sqlText`(CASE WHEN ${number!} >= 0 THEN sqrt(${number!}) END)`),
  ),
})

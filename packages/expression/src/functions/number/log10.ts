import { numberOf } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { sqlText } from '../sql-text.ts'
import { doubleForms, onlyFinite } from './double-argument.ts'
import { sameForms } from './same-forms.ts'

/** `Log10(number)`. */
export const log10: ScalarDefinition = plainFunction({
  name: 'Log10',
  family: 'number',
  description: 'The logarithm to base 10 as a DOUBLE; NULL unless the number is over 0.',
  parameters: [numberParameter('number')],
  examples: [
    { text: 'Log10(1000)', result: '3' },
    { text: 'Log10(0.01)', result: '-2' },
    { text: 'Log10(0)', result: null },
  ],
  result: 'DOUBLE',
  evaluate: ([number]) => onlyFinite(Math.log10(numberOf(number!))),
  sql: doubleForms(
    sameForms((number) => sqlText`(CASE WHEN ${number!} > 0 THEN log10(${number!}) END)`),
  ),
})

import { numberOf } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { sqlText } from '../sql-text.ts'
import { doubleForms, onlyFinite } from './double-argument.ts'
import { sameForms } from './same-forms.ts'

/** `Ln(number)`. */
export const ln: ScalarDefinition = plainFunction({
  name: 'Ln',
  family: 'number',
  description: 'The natural logarithm as a DOUBLE; NULL unless the number is over 0.',
  parameters: [numberParameter('number')],
  examples: [
    { text: 'Ln(1)', result: '0' },
    { text: 'Round(Ln(10), 6)', result: '2.302585' },
    { text: 'Ln(0)', result: null },
  ],
  result: 'DOUBLE',
  evaluate: ([number]) => onlyFinite(Math.log(numberOf(number!))),
  sql: doubleForms(
    sameForms((number) => sqlText`(CASE WHEN ${number!} > 0 THEN ln(${number!}) END)`),
  ),
})

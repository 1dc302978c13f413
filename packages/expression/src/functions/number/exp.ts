import { numberOf } from '../../values/value.ts'
import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { sqlText } from '../sql-text.ts'
import { doubleForms } from './double-argument.ts'
import { LARGEST_LN, LEAST_LN } from './logarithm-limits.ts'
import { sameForms } from './same-forms.ts'

/** `Exp(number)`. */
export const exp: ScalarDefinition = plainFunction({
  name: 'Exp',
  family: 'number',
  description: 'Raises e to a number, as a DOUBLE; NULL when the result is too large for one.',
  parameters: [numberParameter('number')],
  examples: [
    { text: 'Exp(0)', result: '1' },
    { text: 'Round(Exp(1), 6)', result: '2.718282' },
    { text: 'Exp(1000)', result: null },
  ],
  result: 'DOUBLE',
  evaluate: ([number]) => exponential(numberOf(number!)),
  // PostgreSQL fails where others answer infinity or zero.
  sql: doubleForms(
    sameForms(
      (number) =>
        sqlText`(CASE WHEN ${number!} > ${LARGEST_LN.bound} THEN NULL WHEN ${number!} < ${LEAST_LN.bound} THEN 0 ELSE exp(${number!}) END)`,
    ),
  ),
})

function exponential(number: number): number | null {
  if (number > LARGEST_LN.value) return null
  return number < LEAST_LN.value ? 0 : Math.exp(number)
}

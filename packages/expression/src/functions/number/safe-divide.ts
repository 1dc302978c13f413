import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { rewrittenFunction } from '../rewritten-function.ts'
import { arithmeticOf } from './arithmetic-call.ts'

/** `SafeDivide(number, divisor)`. */
export const safeDivide: ScalarDefinition = rewrittenFunction({
  name: 'SafeDivide',
  family: 'number',
  description: 'A quotient as a DOUBLE: number / divisor, which is NULL for a divisor of 0.',
  parameters: [numberParameter('number'), numberParameter('divisor')],
  examples: [
    { text: 'SafeDivide(1, 4)', result: '0.25' },
    { text: 'SafeDivide(1, 0)', result: null },
  ],
  check: (args, site) => arithmeticOf('SafeDivide', '/', args, site),
})

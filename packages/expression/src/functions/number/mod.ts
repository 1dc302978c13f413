import { numberParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { rewrittenFunction } from '../rewritten-function.ts'
import { arithmeticOf } from './arithmetic-call.ts'

/** `Mod(number, divisor)`. */
export const mod: ScalarDefinition = rewrittenFunction({
  name: 'Mod',
  family: 'number',
  description:
    'What is left of a division, with the sign of the number: number % divisor; NULL for a divisor of 0.',
  parameters: [numberParameter('number'), numberParameter('divisor')],
  examples: [
    { text: 'Mod(7, 3)', result: '1' },
    { text: 'Mod(-7, 3)', result: '-1' },
    { text: 'Mod(7, 0)', result: null },
  ],
  check: (args, site) => arithmeticOf('Mod', '%', args, site),
})

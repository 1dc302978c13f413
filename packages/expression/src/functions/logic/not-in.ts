import type { ScalarDefinition } from '../definition.ts'
import { rewrittenFunction } from '../rewritten-function.ts'
import { inFunction } from './in.ts'

/** `NotIn(value, first, …)`. */
export const notIn: ScalarDefinition = rewrittenFunction({
  name: 'NotIn',
  family: 'logic',
  description: 'TRUE when the value equals none of the constants listed after it: NOT IN(…).',
  parameters: inFunction.parameters,
  examples: [
    { text: 'NotIn("a", "b", "c")', result: 'true' },
    { text: 'NotIn(2, 1, 2)', result: 'false' },
    { text: 'NotIn(NULL, 1)', result: null },
  ],
  check: (args, site) => ({
    kind: 'not',
    type: 'BOOLEAN',
    operand: inFunction.check(args, site),
  }),
})

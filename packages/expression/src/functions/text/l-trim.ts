import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { trimEnds, trimForms } from './trim-ends.ts'

/** `LTrim(text)`. */
export const lTrim: ScalarDefinition = plainFunction({
  name: 'LTrim',
  family: 'text',
  description: 'The text without spaces, tabs and line ends at its beginning.',
  parameters: [textParameter('text')],
  examples: [
    { text: 'Concat(LTrim("  a "), "|")', result: 'a |' },
    { text: 'LTrim("\\t\\na")', result: 'a' },
  ],
  result: 'STRING',
  evaluate: ([text]) => trimEnds(text as string, 'start'),
  sql: trimForms('start'),
})

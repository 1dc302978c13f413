import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { trimEnds, trimForms } from './trim-ends.ts'

/** `RTrim(text)`. */
export const rTrim: ScalarDefinition = plainFunction({
  name: 'RTrim',
  family: 'text',
  description: 'The text without spaces, tabs and line ends at its end.',
  parameters: [textParameter('text')],
  examples: [
    { text: 'Concat("|", RTrim(" a  "))', result: '| a' },
    { text: 'RTrim("a\\t\\n")', result: 'a' },
  ],
  result: 'STRING',
  evaluate: ([text]) => trimEnds(text as string, 'end'),
  sql: trimForms('end'),
})

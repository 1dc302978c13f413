import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { trimEnds, trimForms } from './trim-ends.ts'

/** `Trim(text)`. */
export const trim: ScalarDefinition = plainFunction({
  name: 'Trim',
  family: 'text',
  description: 'The text without spaces, tabs and line ends at both ends.',
  parameters: [textParameter('text')],
  examples: [
    { text: 'Trim("  a b ")', result: 'a b' },
    { text: 'Trim("\\ta\\n")', result: 'a' },
  ],
  result: 'STRING',
  evaluate: ([text]) => trimEnds(text as string, 'both'),
  sql: trimForms('both'),
})

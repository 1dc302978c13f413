import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { upperText } from './letter-case.ts'
import { UPPER_FORMS } from './letter-case-sql.ts'

/** `Upper(text)`. */
export const upper: ScalarDefinition = plainFunction({
  name: 'Upper',
  family: 'text',
  description: 'The text in capital letters, letter for letter.',
  parameters: [textParameter('text')],
  examples: [
    { text: 'Upper("Zürich")', result: 'ZÜRICH' },
    { text: 'Upper("straße")', result: 'STRAẞE' },
  ],
  result: 'STRING',
  evaluate: ([text]) => upperText(text as string),
  sql: UPPER_FORMS,
})

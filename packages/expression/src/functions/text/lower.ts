import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { lowerText } from './letter-case.ts'
import { LOWER_FORMS } from './letter-case-sql.ts'

/** `Lower(text)`. */
export const lower: ScalarDefinition = plainFunction({
  name: 'Lower',
  family: 'text',
  description: 'The text in small letters, letter for letter.',
  parameters: [textParameter('text')],
  examples: [
    { text: 'Lower("Zürich HB")', result: 'zürich hb' },
    { text: 'Lower("ΟΔΟΣ")', result: 'οδοσ' },
  ],
  result: 'STRING',
  evaluate: ([text]) => lowerText(text as string),
  sql: LOWER_FORMS,
})

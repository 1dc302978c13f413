import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { negatedForms } from '../sql-forms.ts'
import { CONTAINS_FORMS } from './contains.ts'

/** `NotContains(text, part)`. */
export const notContains: ScalarDefinition = plainFunction({
  name: 'NotContains',
  family: 'text',
  description: 'TRUE when a part stands nowhere in a text.',
  parameters: [textParameter('text'), textParameter('part')],
  examples: [
    { text: 'NotContains("airport", "x")', result: 'true' },
    { text: 'NotContains("airport", "air")', result: 'false' },
  ],
  result: 'BOOLEAN',
  evaluate: ([text, part]) => !(text as string).includes(part as string),
  sql: negatedForms(CONTAINS_FORMS),
})

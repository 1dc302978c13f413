import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { everywhere } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'

/** `StartsWith(text, part)`. */
export const startsWith: ScalarDefinition = plainFunction({
  name: 'StartsWith',
  family: 'text',
  description: 'TRUE when a text begins with a part; capital and small letters differ.',
  parameters: [textParameter('text'), textParameter('part')],
  examples: [
    { text: 'StartsWith("airport", "air")', result: 'true' },
    { text: 'StartsWith("airport", "port")', result: 'false' },
  ],
  result: 'BOOLEAN',
  evaluate: ([text, part]) => (text as string).startsWith(part as string),
  sql: everywhere(([text, part]) => sqlText`starts_with(${text!.text}, ${part!.text})`, {
    clickhouse: ([text, part]) => sqlText`startsWith(${text!.text}, ${part!.text})`,
  }),
})

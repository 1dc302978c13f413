import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { sqlText } from '../sql-text.ts'

/** `EndsWith(text, part)`. */
export const endsWith: ScalarDefinition = plainFunction({
  name: 'EndsWith',
  family: 'text',
  description: 'TRUE when a text ends with a part; capital and small letters differ.',
  parameters: [textParameter('text'), textParameter('part')],
  examples: [
    { text: 'EndsWith("airport", "port")', result: 'true' },
    { text: 'EndsWith("airport", "air")', result: 'false' },
  ],
  result: 'BOOLEAN',
  evaluate: ([text, part]) => (text as string).endsWith(part as string),
  sql: {
    duckdb: ([text, part]) => sqlText`suffix(${text!.text}, ${part!.text})`,
    postgresql: ([text, part]) =>
      sqlText`(right(${text!.text}, char_length(${part!.text})) = ${part!.text})`,
    trino: ([text, part]) =>
      sqlText`(substr(${text!.text}, greatest(length(${text!.text}) - length(${part!.text}), 0) + 1) = ${part!.text})`,
    clickhouse: ([text, part]) => sqlText`endsWith(${text!.text}, ${part!.text})`,
  },
})

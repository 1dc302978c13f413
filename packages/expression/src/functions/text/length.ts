import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { sqlText } from '../sql-text.ts'
import { countCodePoints } from './code-points.ts'

/** `Length(text)`. */
export const length: ScalarDefinition = plainFunction({
  name: 'Length',
  family: 'text',
  description: 'How many characters a text has, counted in Unicode code points.',
  parameters: [textParameter('text')],
  examples: [
    { text: 'Length("abc")', result: '3' },
    { text: 'Length("日本😀")', result: '3' },
    { text: 'Length("")', result: '0' },
  ],
  result: 'INT',
  evaluate: ([text]) => BigInt(countCodePoints(text as string)),
  sql: {
    duckdb: ([text]) => sqlText`length(${text!.text})`,
    postgresql: ([text]) => sqlText`CAST(char_length(${text!.text}) AS bigint)`,
    trino: ([text]) => sqlText`length(${text!.text})`,
    clickhouse: ([text]) => sqlText`toInt64(lengthUTF8(${text!.text}))`,
  },
})

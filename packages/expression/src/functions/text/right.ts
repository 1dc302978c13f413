import { countParameter, textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { sqlText } from '../sql-text.ts'
import { countCodePoints, sliceCodePoints } from './code-points.ts'
import { clampCount, clampedCount, integerCount } from './count-argument.ts'

/** `Right(text, count)`. */
export const right: ScalarDefinition = plainFunction({
  name: 'Right',
  family: 'text',
  description: 'The last characters of a text; none for a count below 1.',
  parameters: [textParameter('text'), countParameter('count')],
  examples: [
    { text: 'Right("airport", 4)', result: 'port' },
    { text: 'Right("日本😀", 1)', result: '😀' },
    { text: 'Right("airport", 0)', result: '' },
  ],
  result: 'STRING',
  evaluate: ([text, count]) =>
    lastCharacters(text as string, Number(clampCount(count as bigint, 0))),
  sql: {
    duckdb: ([text, count]) => sqlText`right(${text!.text}, ${clampedCount(count!, 0)})`,
    postgresql: ([text, count]) => sqlText`right(${text!.text}, ${integerCount(count!, 0)})`,
    trino: ([text, count]) =>
      sqlText`substr(${text!.text}, greatest(length(${text!.text}) - ${clampedCount(count!, 0)}, 0) + 1)`,
    clickhouse: ([text, count]) => sqlText`rightUTF8(${text!.text}, ${clampedCount(count!, 0)})`,
  },
})

function lastCharacters(text: string, count: number): string {
  const length = countCodePoints(text)
  return sliceCodePoints(text, Math.max(0, length - count), length)
}

import { countParameter, textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { sqlText } from '../sql-text.ts'
import { sliceCodePoints } from './code-points.ts'
import { clampCount, clampedCount, integerCount } from './count-argument.ts'

/** `Left(text, count)`. */
export const left: ScalarDefinition = plainFunction({
  name: 'Left',
  family: 'text',
  description: 'The first characters of a text; none for a count below 1.',
  parameters: [textParameter('text'), countParameter('count')],
  examples: [
    { text: 'Left("airport", 3)', result: 'air' },
    { text: 'Left("日本😀", 9)', result: '日本😀' },
    { text: 'Left("airport", -1)', result: '' },
  ],
  result: 'STRING',
  evaluate: ([text, count]) =>
    sliceCodePoints(text as string, 0, Number(clampCount(count as bigint, 0))),
  sql: {
    duckdb: ([text, count]) => sqlText`left(${text!.text}, ${clampedCount(count!, 0)})`,
    postgresql: ([text, count]) => sqlText`left(${text!.text}, ${integerCount(count!, 0)})`,
    trino: ([text, count]) => sqlText`substr(${text!.text}, 1, ${clampedCount(count!, 0)})`,
    clickhouse: ([text, count]) => sqlText`leftUTF8(${text!.text}, ${clampedCount(count!, 0)})`,
  },
})

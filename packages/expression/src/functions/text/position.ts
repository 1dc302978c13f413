import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { sqlText } from '../sql-text.ts'
import { countCodePoints } from './code-points.ts'

/** `Position(text, part)`. */
export const position: ScalarDefinition = plainFunction({
  name: 'Position',
  family: 'text',
  description:
    'Where a part first stands in a text, the first character being 1; 0 when it does not.',
  parameters: [textParameter('text'), textParameter('part')],
  examples: [
    { text: 'Position("airport", "port")', result: '4' },
    { text: 'Position("😀b", "b")', result: '2' },
    { text: 'Position("airport", "x")', result: '0' },
  ],
  result: 'INT',
  evaluate: ([text, part]) => placeOf(text as string, part as string),
  sql: {
    duckdb: ([text, part]) => sqlText`strpos(${text!.text}, ${part!.text})`,
    postgresql: ([text, part]) => sqlText`CAST(strpos(${text!.text}, ${part!.text}) AS bigint)`,
    trino: ([text, part]) => sqlText`strpos(${text!.text}, ${part!.text})`,
    clickhouse: ([text, part]) => sqlText`toInt64(positionUTF8(${text!.text}, ${part!.text}))`,
  },
})

function placeOf(text: string, part: string): bigint {
  const at = text.indexOf(part)
  return at === -1 ? 0n : BigInt(countCodePoints(text.slice(0, at)) + 1)
}

import { countParameter, textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { type SqlArgument, type SqlText, sqlText } from '../sql-text.ts'
import { sliceCodePoints } from './code-points.ts'
import { clampCount, clampedCount, integerCount } from './count-argument.ts'

/** `Substring(text, start, length?)`. */
export const substring: ScalarDefinition = plainFunction({
  name: 'Substring',
  family: 'text',
  description:
    'The characters of a text from a position on, the first being 1; a start below 1 is 1, a length below 0 is 0.',
  parameters: [
    textParameter('text'),
    countParameter('start'),
    countParameter('length', { optional: true }),
  ],
  examples: [
    { text: 'Substring("airport", 4)', result: 'port' },
    { text: 'Substring("airport", 2, 3)', result: 'irp' },
    { text: 'Substring("😀日本", 0, 2)', result: '😀日' },
  ],
  result: 'STRING',
  evaluate([text, start, length]) {
    const from = Number(clampCount(start as bigint, 1)) - 1
    const count = length === undefined ? Infinity : Number(clampCount(length as bigint, 0))
    return sliceCodePoints(text as string, from, from + count)
  },
  sql: {
    duckdb: (args) => sqlText`substring(${clampedList(args, clampedCount)})`,
    postgresql: (args) => sqlText`substring(${clampedList(args, integerCount)})`,
    trino: (args) => sqlText`substr(${clampedList(args, clampedCount)})`,
    clickhouse: (args) => sqlText`substringUTF8(${clampedList(args, clampedCount)})`,
  },
})

function clampedList(
  [text, start, length]: readonly SqlArgument[],
  clamped: (argument: SqlArgument, least: 0 | 1) => SqlText,
): SqlText {
  const begun = sqlText`${text!.text}, ${clamped(start!, 1)}`
  return length ? sqlText`${begun}, ${clamped(length, 0)}` : begun
}

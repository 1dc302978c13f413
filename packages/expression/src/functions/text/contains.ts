import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import type { SqlForms } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'

/** Whether the second argument stands in the first, in SQL. */
export const CONTAINS_FORMS: SqlForms = {
  duckdb: ([text, part]) => sqlText`contains(${text!.text}, ${part!.text})`,
  postgresql: ([text, part]) => sqlText`(strpos(${text!.text}, ${part!.text}) > 0)`,
  trino: ([text, part]) => sqlText`(strpos(${text!.text}, ${part!.text}) > 0)`,
  clickhouse: ([text, part]) => sqlText`(position(${text!.text}, ${part!.text}) > 0)`,
}

/** `Contains(text, part)`. */
export const contains: ScalarDefinition = plainFunction({
  name: 'Contains',
  family: 'text',
  description: 'TRUE when a part stands anywhere in a text; capital and small letters differ.',
  parameters: [textParameter('text'), textParameter('part')],
  examples: [
    { text: 'Contains("airport", "port")', result: 'true' },
    { text: 'Contains("airport", "Port")', result: 'false' },
    { text: 'Contains(NULL, "a")', result: null },
  ],
  result: 'BOOLEAN',
  evaluate: ([text, part]) => (text as string).includes(part as string),
  sql: CONTAINS_FORMS,
})

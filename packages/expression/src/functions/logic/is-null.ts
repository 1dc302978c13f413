import type { FunctionDefinition } from '../definition.ts'
import { sqlText } from '../sql-text.ts'
import { callNode } from '../typed-calls.ts'

/** `IsNull(value)`. */
export const isNull: FunctionDefinition = {
  name: 'IsNull',
  family: 'logic',
  description: 'TRUE when there is no value, otherwise FALSE; never NULL.',
  parameters: [{ name: 'value', takes: 'any value' }],
  nulls: 'own',
  check: ([value]) => callNode('IsNull', 'BOOLEAN', [value!.typed]),
  evaluate: (argument) => argument(0) === null,
  sql: { duckdb: ([value]) => sqlText`(${value!.text} IS NULL)` },
}

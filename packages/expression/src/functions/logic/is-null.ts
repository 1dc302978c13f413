import { callNode } from '../../tree/typed-expr.ts'
import type { ScalarDefinition } from '../definition.ts'
import { everywhere } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'

/** `IsNull(value)`. */
export const isNull: ScalarDefinition = {
  name: 'IsNull',
  family: 'logic',
  description: 'TRUE when there is no value, otherwise FALSE; never NULL.',
  parameters: [{ name: 'value', takes: 'any value' }],
  examples: [
    { text: 'IsNull(1 / 0)', result: 'true' },
    { text: 'IsNull("")', result: 'false' },
  ],
  nulls: 'own',
  check: ([value]) => callNode('IsNull', 'BOOLEAN', [value!.typed]),
  evaluate: (argument) => argument(0) === null,
  sql: everywhere(([value]) => sqlText`(${value!.text} IS NULL)`),
}

import { callNode } from '../../tree/typed-expr.ts'
import type { ScalarDefinition } from '../definition.ts'
import { everywhere } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'

/** `IsNotNull(value)`. */
export const isNotNull: ScalarDefinition = {
  name: 'IsNotNull',
  family: 'logic',
  description: 'TRUE when there is a value, otherwise FALSE; never NULL.',
  parameters: [{ name: 'value', takes: 'any value' }],
  examples: [
    { text: 'IsNotNull("")', result: 'true' },
    { text: 'IsNotNull(1 / 0)', result: 'false' },
  ],
  nulls: 'own',
  check: ([value]) => callNode('IsNotNull', 'BOOLEAN', [value!.typed]),
  evaluate: (argument) => argument(0) !== null,
  sql: everywhere(([value]) => sqlText`(${value!.text} IS NOT NULL)`),
}

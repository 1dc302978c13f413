import { callNode, hasType } from '../../tree/typed-expr.ts'
import { widenValue } from '../../values/value.ts'
import { alignTypes } from '../align-types.ts'
import { conditionParameter } from '../argument-kinds.ts'
import { clickhouseAligned } from '../clickhouse-aligned.ts'
import type { ScalarDefinition } from '../definition.ts'
import { everywhere, type SqlForm } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'
import { complainOfArgument } from '../wrong-argument.ts'

const form: SqlForm = ([condition, then, otherwise]) =>
  sqlText`(CASE WHEN ${condition!.text} THEN ${then!.text} ELSE ${otherwise!.text} END)`

/** `If(condition, then, else)`. */
export const ifFunction: ScalarDefinition = {
  name: 'If',
  family: 'logic',
  description: 'The second argument when the condition is TRUE, otherwise the third.',
  parameters: [
    conditionParameter('condition'),
    { name: 'then', takes: 'any value' },
    { name: 'else', takes: 'a value of the same type' },
  ],
  examples: [
    { text: 'If(2 > 1, "more", "less")', result: 'more' },
    { text: 'If(NULL, 1, 2.5)', result: '2.5' },
  ],
  nulls: 'own',
  check([condition, ...branches], site) {
    if (!hasType(condition!.typed, 'BOOLEAN')) {
      const names = { function: 'If', parameter: 'condition', expected: 'a condition' }
      complainOfArgument(site, condition!, names)
    }
    const { type, args } = alignTypes('If', branches, site)
    return callNode('If', type, [condition!.typed, ...args])
  },
  evaluate(argument, { args, type }) {
    const chosen = argument(0) === true ? 1 : 2
    return widenValue(argument(chosen), args[chosen]!.type, type)
  },
  sql: everywhere(form, { clickhouse: clickhouseAligned(form) }),
}

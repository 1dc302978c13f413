import { callNode } from '../../tree/typed-expr.ts'
import { widenValue } from '../../values/value.ts'
import { alignTypes } from '../align-types.ts'
import { clickhouseAligned } from '../clickhouse-aligned.ts'
import type { ScalarDefinition } from '../definition.ts'
import { everywhere, type SqlForm } from '../sql-forms.ts'
import { sqlList, sqlText } from '../sql-text.ts'

const form: SqlForm = (args) => sqlText`COALESCE(${sqlList(args.map((one) => one.text))})`

/** `Coalesce(first, second, …)`. */
export const coalesce: ScalarDefinition = {
  name: 'Coalesce',
  family: 'logic',
  description: 'The first of its arguments that is not NULL.',
  parameters: [
    { name: 'first', takes: 'any value' },
    { name: 'second', takes: 'a value of the same type', repeated: true },
  ],
  examples: [
    { text: 'Coalesce(NULL, "a", "b")', result: 'a' },
    { text: 'IfNull(1 / 0, 0)', result: '0' },
  ],
  nulls: 'own',
  check(values, site) {
    const { type, args } = alignTypes('Coalesce', values, site)
    return callNode('Coalesce', type, args)
  },
  evaluate(argument, { args, type }) {
    for (const [index, one] of args.entries()) {
      const value = argument(index)
      if (value !== null) return widenValue(value, one.type, type)
    }
    return null
  },
  sql: everywhere(form, { clickhouse: clickhouseAligned(form) }),
}

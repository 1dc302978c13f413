import { report } from '../../diagnostics/report.ts'
import { callNode, UNKNOWN, widenConstant } from '../../tree/typed-expr.ts'
import { commonType } from '../../values/value-type.ts'
import type { ScalarDefinition } from '../definition.ts'
import { everywhere } from '../sql-forms.ts'
import { sqlText } from '../sql-text.ts'
import { readTimeNextTo } from '../time-constant.ts'
import { isSame } from './same-value.ts'

/** `NullIf(value, absent)`. */
export const nullIf: ScalarDefinition = {
  name: 'NullIf',
  family: 'logic',
  description: 'NULL when the value equals the second argument, otherwise the value.',
  parameters: [
    { name: 'value', takes: 'any value' },
    { name: 'absent', takes: 'a value to compare it with' },
  ],
  examples: [
    { text: 'NullIf("n/a", "n/a")', result: null },
    { text: 'NullIf(3, 0)', result: '3' },
    { text: 'NullIf(3, NULL)', result: '3' },
  ],
  nulls: 'own',
  check([value, absent], site) {
    const left = readTimeNextTo(value!, absent!.typed, site)
    const right = readTimeNextTo(absent!, left, site)
    const common = commonType(left.type, right.type)
    if (common === null) {
      const params = { left: left.type, right: right.type }
      site.complain(report('EXP2003', { span: site.span, params }))
      return UNKNOWN
    }
    return callNode('NullIf', left.type, [left, widenConstant(right, common)])
  },
  evaluate(argument, { args }) {
    const [value, absent] = [argument(0), argument(1)]
    if (value === null || absent === null) return value
    return isSame(value, args[0]!, absent, args[1]!) ? null : value
  },
  sql: everywhere(([value, absent]) => sqlText`NULLIF(${value!.text}, ${absent!.text})`, {
    // NULLIF would promote the value to the type of what it is compared with, and lose digits.
    postgresql: ([value, absent]) =>
      value!.typed.type === absent!.typed.type
        ? sqlText`NULLIF(${value!.text}, ${absent!.text})`
        : sqlText`(CASE WHEN ${value!.text} = ${absent!.text} THEN NULL ELSE ${value!.text} END)`,
    clickhouse: ([value, absent]) => sqlText`nullIf(${value!.text}, ${absent!.text})`,
  }),
}

import { report } from '../../diagnostics/report.ts'
import { callNode, type TypedExpr, widenConstant } from '../../tree/typed-expr.ts'
import { commonType } from '../../values/value-type.ts'
import type { Argument, CallSite, ScalarDefinition } from '../definition.ts'
import { everywhere } from '../sql-forms.ts'
import { type SqlArgument, type SqlText, sqlList, sqlText } from '../sql-text.ts'
import { readTimeNextTo } from '../time-constant.ts'
import { isSame } from './same-value.ts'

/** `IN(value, first, …)`. */
export const inFunction: ScalarDefinition = {
  name: 'IN',
  family: 'logic',
  description: 'TRUE when the value equals one of the constants listed after it.',
  parameters: [
    { name: 'value', takes: 'any value' },
    { name: 'first', takes: 'a constant', repeated: true },
  ],
  examples: [
    { text: 'IN("b", "a", "b")', result: 'true' },
    { text: 'IN(3, 1, 2)', result: 'false' },
    { text: 'IN(NULL, 1)', result: null },
  ],
  nulls: 'own',
  check(args, site) {
    const [value, ...listed] = args
    const members = listed.map((member) => checkMember(value!, member, site))
    return callNode('IN', 'BOOLEAN', [value!.typed, ...members])
  },
  evaluate(argument, { args }) {
    const value = argument(0)
    if (value === null) return null
    let result: boolean | null = false
    for (let index = 1; index < args.length; index++) {
      const member = argument(index)
      if (member === null) result = null
      else if (isSame(value, args[0]!, member, args[index]!)) return true
    }
    return result
  },
  sql: everywhere(
    ([value, ...members]) =>
      sqlText`(${value!.text} IN (${sqlList(members.map((member) => member.text))}))`,
    {
      clickhouse: ([value, ...members]) => clickhouseIn(value!, members),
    },
  ),
}

/** Its own IN answers FALSE where the value is NULL, and where a member is. */
function clickhouseIn(value: SqlArgument, members: readonly SqlArgument[]): SqlText {
  const known = members.filter(
    ({ typed }) => typed.kind !== 'constant' || typed.constant.type !== 'NULL',
  )
  if (known.length === 0) return sqlText`NULL`
  const found = sqlText`${value.text} IN (${sqlList(known.map((member) => member.text))})`
  return known.length === members.length
    ? sqlText`if(isNull(${value.text}), NULL, ${found})`
    : sqlText`if(isNull(${value.text}), NULL, if(${found}, true, NULL))`
}

function checkMember(value: Argument, member: Argument, site: CallSite): TypedExpr {
  const { span } = member
  if (member.typed.kind !== 'constant') {
    const params = { function: 'IN', parameter: 'list' }
    site.complain(report('EXP2008', { span, params }))
    return member.typed
  }
  if (member.typed.type === 'NULL') site.complain(report('EXP2103', { span }))
  const typed = readTimeNextTo(member, value.typed, site)
  const common = commonType(value.typed.type, typed.type)
  if (common !== null) return widenConstant(typed, common)
  const params = { left: value.typed.type, right: typed.type }
  site.complain(report('EXP2003', { span, params }))
  return typed
}

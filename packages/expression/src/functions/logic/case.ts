import { callNode, constantNode, hasType, type TypedExpr } from '../../tree/typed-expr.ts'
import { widenValue } from '../../values/value.ts'
import { alignTypes } from '../align-types.ts'
import { conditionParameter } from '../argument-kinds.ts'
import { clickhouseAligned } from '../clickhouse-aligned.ts'
import type { Argument, CallSite, ScalarDefinition } from '../definition.ts'
import { everywhere } from '../sql-forms.ts'
import { type SqlArgument, type SqlText, sqlText } from '../sql-text.ts'
import { complainOfArgument } from '../wrong-argument.ts'

/**
 * `Case(condition, value, …, otherwise?)`, what `CASE WHEN condition THEN value … ELSE otherwise END`
 * stands for. A checked call always has its last argument, `otherwise`.
 */
export const caseFunction: ScalarDefinition = {
  name: 'Case',
  family: 'logic',
  description:
    'The value after the first condition that is TRUE; when none is, the value at the end, or NULL.',
  parameters: [
    conditionParameter('condition'),
    { name: 'value', takes: 'any value' },
    {
      name: 'more',
      takes: 'more conditions and values, and a value for all else',
      optional: true,
      repeated: true,
    },
  ],
  examples: [
    { text: 'Case(1 > 2, "a", 2 > 1, "b", "c")', result: 'b' },
    { text: 'CASE WHEN 1 > 2 THEN 1 ELSE 2.5 END', result: '2.5' },
    { text: 'Case(1 > 2, "a")', result: null },
  ],
  nulls: 'own',
  check,
  evaluate(argument, { args, type }) {
    let chosen = args.length - 1
    for (let index = 0; index + 1 < args.length; index += 2) {
      if (argument(index) !== true) continue
      chosen = index + 1
      break
    }
    return widenValue(argument(chosen), args[chosen]!.type, type)
  },
  sql: everywhere(caseText, { clickhouse: clickhouseAligned(caseText) }),
}

function check(given: readonly Argument[], site: CallSite): TypedExpr {
  const last = given.length - 1
  const isCondition = (index: number) => index % 2 === 0 && index !== last
  for (const [index, one] of given.entries()) {
    if (!isCondition(index) || hasType(one.typed, 'BOOLEAN')) continue
    const names = { function: 'Case', parameter: 'condition', expected: 'a condition' }
    complainOfArgument(site, one, names)
  }
  const values = given.filter((_, index) => !isCondition(index))
  const { type, args } = alignTypes('Case', values, site)
  const aligned = args.values()
  const typed = given.map((one, index) => (isCondition(index) ? one.typed : aligned.next().value!))
  if (given.length % 2 === 0) typed.push(constantNode({ type: 'NULL', value: null }, type))
  return callNode('Case', type, typed)
}

function caseText(args: readonly SqlArgument[]): SqlText {
  const branches: SqlText['chunks'][number][] = []
  for (let index = 0; index + 1 < args.length; index += 2) {
    const [condition, value] = [args[index]!, args[index + 1]!]
    branches.push(...sqlText` WHEN ${condition.text} THEN ${value.text}`.chunks)
  }
  return sqlText`(CASE${{ chunks: branches }} ELSE ${args.at(-1)!.text} END)`
}

import { report } from '../../diagnostics/report.ts'
import { callNode, constantNode, type TypedExpr, widenConstant } from '../../tree/typed-expr.ts'
import { constantOf, type Value } from '../../values/value.ts'
import { commonType } from '../../values/value-type.ts'
import type { Argument, CallSite, ScalarDefinition } from '../definition.ts'
import { everywhere } from '../sql-forms.ts'
import { type SqlArgument, type SqlText, sqlText } from '../sql-text.ts'
import { readTimeNextTo } from '../time-constant.ts'
import { orderOf } from './same-value.ts'

/** `Between(value, low, high)`. */
export const between: ScalarDefinition = {
  name: 'Between',
  family: 'logic',
  description: 'TRUE from low to high, both included: value >= low AND value <= high.',
  parameters: [
    { name: 'value', takes: 'any value' },
    { name: 'low', takes: 'the lowest value' },
    { name: 'high', takes: 'the highest value' },
  ],
  examples: [
    { text: 'Between(3, 1, 3)', result: 'true' },
    { text: 'Between("b", "c", "d")', result: 'false' },
    { text: 'Between(NULL, 1, 3)', result: null },
  ],
  nulls: 'own',
  check([value, low, high], site) {
    const bounds = [low!, high!]
    const time = bounds.find(({ typed }) => typed.type === 'DATE' || typed.type === 'TIMESTAMP')
    const read = time ? readTimeNextTo(value!, time.typed, site) : value!.typed
    const typed = bounds.map((one) => checkBound(read, one, site))
    // NULL goes with either bound, but an engine wants the two bounds to go together as well.
    if (read.type === 'NULL') return constantNode(constantOf(null, 'BOOLEAN'), 'BOOLEAN')
    return callNode('Between', 'BOOLEAN', [read, ...typed])
  },
  evaluate(argument, { args }) {
    const [value, low, high] = [argument(0), argument(1), argument(2)]
    const above = isInOrder(low, args[1]!, value, args[0]!)
    const below = isInOrder(value, args[0]!, high, args[2]!)
    if (above === false || below === false) return false
    return above === null || below === null ? null : true
  },
  sql: everywhere((args) => betweenText(args[0]!.text, args), {
    postgresql: (args) => {
      const { typed, text } = args[0]!
      return betweenText(typed.type === 'STRING' ? sqlText`${text} COLLATE "C"` : text, args)
    },
  }),
}

function checkBound(value: TypedExpr, bound: Argument, site: CallSite): TypedExpr {
  const typed = readTimeNextTo(bound, value, site)
  const common = commonType(value.type, typed.type)
  if (common !== null) return widenConstant(typed, common)
  const params = { left: value.type, right: typed.type }
  site.complain(report('EXP2003', { span: bound.span, params }))
  return typed
}

function isInOrder(low: Value, left: TypedExpr, high: Value, right: TypedExpr): boolean | null {
  return low === null || high === null ? null : orderOf(low, left, high, right) <= 0
}

function betweenText(value: SqlText, [, low, high]: readonly SqlArgument[]): SqlText {
  return sqlText`(${value} BETWEEN ${low!.text} AND ${high!.text})`
}

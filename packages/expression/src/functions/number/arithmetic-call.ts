import { type TypedExpr, UNKNOWN } from '../../tree/typed-expr.ts'
import { commonType } from '../../values/value-type.ts'
import { checkKinds, numberParameter } from '../argument-kinds.ts'
import type { Argument, CallSite } from '../definition.ts'

/** Two arguments under an operator, as the tree of `left op right` would be. */
export function arithmeticOf(
  name: string,
  op: '/' | '%',
  args: readonly Argument[],
  site: CallSite,
): TypedExpr {
  const parameters = [numberParameter('number'), numberParameter('divisor')]
  const typed = checkKinds(name, parameters, args, site)
  if (typed === null) return UNKNOWN
  const [left, right] = [typed[0]!, typed[1]!]
  const common = commonType(left.type, right.type) ?? 'UNKNOWN'
  return { kind: 'arithmetic', op, left, right, type: op === '/' ? 'DOUBLE' : common }
}

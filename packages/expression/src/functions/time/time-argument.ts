import { constantNode, type TypedExpr, UNKNOWN } from '../../tree/typed-expr.ts'
import { isTimeType } from '../../values/value-type.ts'
import type { Argument, CallSite } from '../definition.ts'
import { readTimeNextTo } from '../time-constant.ts'
import { complainOfArgument } from '../wrong-argument.ts'

const ANY_TIME = constantNode({ type: 'NULL', value: null }, 'TIMESTAMP')

/** An argument that must be a DATE or TIMESTAMP; an ISO text is read as one. UNKNOWN after a complaint. */
export function readTimeArgument(name: string, argument: Argument, site: CallSite): TypedExpr {
  const typed = readTimeNextTo(argument, ANY_TIME, site)
  if (typed.type === 'NULL') return ANY_TIME
  if (typed.type === 'UNKNOWN' || isTimeType(typed.type)) return typed
  const names = { function: name, parameter: 'time', expected: 'a date or time' }
  complainOfArgument(site, argument, names)
  return UNKNOWN
}

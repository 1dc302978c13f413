import { callNode, type TypedExpr, UNKNOWN } from '../../tree/typed-expr.ts'
import type { ValueType } from '../../values/value-type.ts'
import { checkKinds, type KindParameter } from '../argument-kinds.ts'
import type { AggregateDefinition, Argument, CallSite } from '../definition.ts'

/** What an aggregate says of itself; the rest is the same for all. */
export interface AggregateFunction
  extends Pick<AggregateDefinition, 'name' | 'description' | 'aggregated'> {
  readonly parameters: readonly KindParameter[]
  readonly result: ValueType | ((args: readonly TypedExpr[]) => ValueType)
  /** What else is asked of arguments of the right types: false after a complaint. */
  accepts?(args: readonly Argument[], site: CallSite): boolean
}

/** The definition of an aggregate. */
export function aggregateFunction(one: AggregateFunction): AggregateDefinition {
  const { result, accepts, ...rest } = one
  return {
    ...rest,
    family: 'aggregate',
    check(args, site) {
      const typed = checkKinds(one.name, one.parameters, args, site)
      if (typed === null || accepts?.(args, site) === false) return UNKNOWN
      return callNode(one.name, typeof result === 'function' ? result(typed) : result, typed)
    },
  }
}

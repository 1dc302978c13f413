import type { TypedExpr } from '../../check/typed-expr.ts'
import type { ValueType } from '../../value-type.ts'
import { checkKinds, type KindParameter } from '../argument-kinds.ts'
import type { AggregateDefinition, Argument, CallSite } from '../definition.ts'
import { callNode, UNKNOWN } from '../typed-calls.ts'

/** What is taken over many rows before a formula is computed: SQL's aggregates, in capitals. */
export interface AggregateLeaf {
  readonly aggregate:
    | 'SUM'
    | 'COUNT'
    | 'COUNT_DISTINCT'
    | 'MIN'
    | 'MAX'
    | 'PERCENTILE'
    | 'VARIANCE'
    | 'STDDEV'
  /** Null only for a COUNT of rows. */
  readonly argument: TypedExpr | null
  /** Only the rows for which it is TRUE; null for all. */
  readonly filter: TypedExpr | null
  /** Of PERCENTILE alone: between 0 and 1. */
  readonly fraction?: number
}

/** What an aggregate says of itself; the rest is the same for all. */
export interface AggregateFunction
  extends Pick<AggregateDefinition, 'name' | 'description' | 'aliases' | 'aggregated'> {
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

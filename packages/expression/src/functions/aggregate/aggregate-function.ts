import type { TypedCall, TypedExpr, TypedReference } from '../../check/typed-expr.ts'
import type { ValueType } from '../../value-type.ts'
import { checkKinds, type KindParameter } from '../argument-kinds.ts'
import type { Argument, CallSite, FunctionDefinition } from '../definition.ts'
import { everywhere } from '../sql-forms.ts'
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

/** A function over many rows. */
export interface AggregateFunction
  extends Pick<FunctionDefinition, 'name' | 'description' | 'aliases'> {
  readonly parameters: readonly KindParameter[]
  readonly result: ValueType | ((args: readonly TypedExpr[]) => ValueType)
  /** What else is asked of arguments of the right types: false after a complaint. */
  accepts?(args: readonly Argument[], site: CallSite): boolean
  /** The call in terms of leaves, each of which `leaf` turns into a reference. */
  aggregated(call: TypedCall, leaf: (leaf: AggregateLeaf) => TypedReference): TypedExpr
}

/** The definition of an aggregate. A formula is brought down to leaves before anything is computed, so no back end meets a call. */
export function aggregateFunction(one: AggregateFunction): FunctionDefinition {
  const { result, accepts, ...rest } = one
  const unreachable = () => {
    throw new TypeError(`${one.name} is an aggregate: extractAggregates comes before computing`)
  }
  return {
    ...rest,
    family: 'aggregate',
    nulls: 'own',
    check(args, site) {
      const typed = checkKinds(one.name, one.parameters, args, site)
      if (typed === null || accepts?.(args, site) === false) return UNKNOWN
      return callNode(one.name, typeof result === 'function' ? result(typed) : result, typed)
    },
    evaluate: unreachable,
    sql: everywhere(unreachable),
  }
}

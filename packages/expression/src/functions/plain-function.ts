import {
  callNode,
  constantNode,
  type TypedCall,
  type TypedExpr,
  UNKNOWN,
} from '../tree/typed-expr.ts'
import type { Value } from '../values/value.ts'
import type { ValueType } from '../values/value-type.ts'
import { checkKinds, type KindParameter } from './argument-kinds.ts'
import type { Argument, CallSite, Example, ScalarDefinition } from './definition.ts'
import type { SqlForms } from './sql-forms.ts'

/** A function of values alone: every argument is of certain types, and one that is NULL makes the result NULL. */
export interface PlainFunction extends Pick<ScalarDefinition, 'name' | 'family' | 'description'> {
  readonly examples: readonly Example[]
  readonly sql: SqlForms
  readonly parameters: readonly KindParameter[]
  /** The result's type, where it depends on the arguments computed from theirs. */
  readonly result: ValueType | ((args: readonly TypedExpr[]) => ValueType)
  /** What else is asked of arguments of the right types, none of them NULL: the call, or what stands in its place. */
  refine?(call: TypedCall, args: readonly Argument[], site: CallSite): TypedExpr
  /** The result; no argument is null. */
  evaluate(values: readonly NonNullable<Value>[], call: TypedCall): Value
}

/** The definition of a plain function: what is the same for all of them filled in. */
export function plainFunction(plain: PlainFunction): ScalarDefinition {
  const { result, refine, ...rest } = plain
  return {
    ...rest,
    nulls: 'propagate',
    check(args, site) {
      const typed = checkKinds(plain.name, plain.parameters, args, site)
      if (typed === null) return UNKNOWN
      const type = typeof result === 'function' ? result(typed) : result
      if (typed.some(isNull)) return constantNode({ type: 'NULL', value: null }, type)
      const call = callNode(plain.name, type, typed)
      return refine ? refine(call, args, site) : call
    },
    evaluate: (argument, call) =>
      plain.evaluate(
        call.args.map((_, index) => argument(index)!),
        call,
      ),
  }
}

function isNull(typed: TypedExpr): boolean {
  return typed.kind === 'constant' && typed.constant.type === 'NULL'
}

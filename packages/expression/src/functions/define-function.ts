import {
  callNode,
  constantNode,
  type TypedCall,
  type TypedExpr,
  UNKNOWN,
} from '../tree/typed-expr.ts'
import type { Value } from '../values/value.ts'
import type { ValueType } from '../values/value-type.ts'
import { checkKinds, type KindParameter } from './arguments.ts'
import type { Argument, CallSite, ScalarFunction } from './definition.ts'

/** A function whose arguments are of certain types, and whose result is NULL when one of them is. */
type PlainFunction = PlainParts & (NumberResult | OtherResult)

interface PlainParts extends Pick<ScalarFunction, 'description' | 'examples'> {
  readonly parameters: readonly KindParameter[]
  /** Checks more than the types of arguments, none of which is NULL: gives the call, or the tree that replaces it. */
  refine?(call: TypedCall, args: readonly Argument[], site: CallSite): TypedExpr
  /** The result; no argument is null. */
  evaluate(values: readonly NonNullable<Value>[], call: TypedCall): Value
}

/** A function that may give a number. */
interface NumberResult extends Pick<ScalarFunction, 'formula'> {
  /** The type of the result, or how to find it from the arguments. */
  readonly result: 'INT' | 'DECIMAL' | 'DOUBLE' | ((args: readonly TypedExpr[]) => ValueType)
}

/** A function that gives no number, so that formulas of numbers do not contain it. */
interface OtherResult {
  readonly result: 'BOOLEAN' | 'STRING' | 'DATE' | 'TIMESTAMP'
  readonly formula?: never
}

/** The definition of a plain function. */
export function plainFunction(plain: PlainFunction): ScalarFunction {
  const { result, refine, ...definition } = plain
  return {
    ...definition,
    nulls: 'propagate',
    formula: plain.formula ?? null,
    check(args, site) {
      const typed = checkKinds(plain.parameters, args, site)
      if (typed === null) return UNKNOWN
      const type = typeof result === 'function' ? result(typed) : result
      if (typed.some(isNull)) return constantNode({ type: 'NULL', value: null }, type)
      const call = callNode(site.function, type, typed)
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

/** The definition of a function that is another notation for something else: `check` gives a tree without it. */
export function rewrittenFunction(
  rewritten: Omit<ScalarFunction, 'nulls' | 'evaluate' | 'formula'>,
): ScalarFunction {
  return {
    ...rewritten,
    nulls: 'own',
    formula: null,
    evaluate(_, call) {
      throw new TypeError(`${call.function} is replaced by the checker and has no value`)
    },
  }
}

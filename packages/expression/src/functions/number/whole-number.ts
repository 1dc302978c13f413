import type { TypedCall, TypedExpr } from '../../check/typed-expr.ts'

/** A call in whose place an INT can stand as it is, having no fraction. */
export function unlessInt(call: TypedCall): TypedExpr {
  return call.type === 'INT' ? call.args[0]! : call
}

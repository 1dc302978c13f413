import type { TypedExpr } from '../../check/typed-expr.ts'
import type { ValueType } from '../../value-type.ts'

/** The type of a function's first argument, which is the type of its result; DOUBLE of a bare NULL. */
export function firstType([first]: readonly TypedExpr[]): ValueType {
  return first === undefined || first.type === 'NULL' ? 'DOUBLE' : first.type
}

import type { TypedExpr } from '../../tree/typed-expr.ts'
import type { ValueType } from '../../values/value-type.ts'

/** The type of a function's first argument, which is the type of its result; DOUBLE of a bare NULL. */
export function firstType([first]: readonly TypedExpr[]): ValueType {
  return first === undefined || first.type === 'NULL' ? 'DOUBLE' : first.type
}

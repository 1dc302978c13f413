import type { TypedExpr } from '../../tree/typed-expr.ts'
import { compareValues, type Value, widenValue } from '../../values/value.ts'
import { commonType } from '../../values/value-type.ts'

/** Order of two values of comparable types, neither null: negative, zero or positive. */
export function orderOf(
  value: NonNullable<Value>,
  left: TypedExpr,
  other: NonNullable<Value>,
  right: TypedExpr,
): number {
  // Of the mixed pairs only a date beside a time changes its form here.
  const isTime = left.type === 'TIMESTAMP' || right.type === 'TIMESTAMP'
  const a = isTime ? widenValue(value, left.type, 'TIMESTAMP') : value
  const b = isTime ? widenValue(other, right.type, 'TIMESTAMP') : other
  return compareValues(a!, b!)
}

/** Whether two values of comparable types, neither null, are equal. */
export function isSame(
  value: NonNullable<Value>,
  left: TypedExpr,
  other: NonNullable<Value>,
  right: TypedExpr,
): boolean {
  return commonType(left.type, right.type) !== null && orderOf(value, left, other, right) === 0
}

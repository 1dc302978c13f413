import { assertNever } from '@tributary/core'
import type { ArithmeticOperator } from '../ast/arithmetic.ts'
import type { TypedArithmetic } from '../check/typed-expr.ts'
import type { Value } from '../value.ts'

/** The result of an operator: NULL when a side is NULL or the divisor zero; exact while both sides are INT, but for `/`. */
export function compute({ op }: Pick<TypedArithmetic, 'op'>, left: Value, right: Value): Value {
  if (left === null || right === null) return null
  if (typeof left === 'bigint' && typeof right === 'bigint' && op !== '/') {
    return computeInts(op, left, right)
  }
  return computeDoubles(op, Number(left), Number(right))
}

/** The value with its sign changed. */
export function negated(value: Value): Value {
  return typeof value === 'bigint' || typeof value === 'number' ? -value : null
}

function computeInts(
  op: Exclude<ArithmeticOperator, '/'>,
  left: bigint,
  right: bigint,
): bigint | null {
  switch (op) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '%':
      return right === 0n ? null : left % right
    default:
      return assertNever(op)
  }
}

function computeDoubles(op: ArithmeticOperator, left: number, right: number): number | null {
  switch (op) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return right === 0 ? null : left / right
    case '%':
      return right === 0 ? null : left % right
    default:
      return assertNever(op)
  }
}

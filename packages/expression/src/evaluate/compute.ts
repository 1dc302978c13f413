import { assertNever } from '@tributary/core'
import type { ArithmeticOperator } from '../ast/arithmetic.ts'
import type { TypedArithmetic } from '../check/typed-expr.ts'
import {
  addDecimals,
  type Decimal,
  multiplyDecimals,
  negateDecimal,
  remainderDecimals,
  subtractDecimals,
} from '../decimal.ts'
import { isDecimal, numberOf, toDecimal, type Value } from '../value.ts'

/**
 * The result of an operator: NULL when a side is NULL or the divisor zero; exact while both sides are INT or
 * DECIMAL, but for `/`.
 */
export function compute({ op }: Pick<TypedArithmetic, 'op'>, left: Value, right: Value): Value {
  if (left === null || right === null) return null
  if (op === '/' || typeof left === 'number' || typeof right === 'number') {
    return computeDoubles(op, numberOf(left), numberOf(right))
  }
  if (isDecimal(left) || isDecimal(right)) {
    return computeDecimals(op, toDecimal(left), toDecimal(right))
  }
  return computeInts(op, left as bigint, right as bigint)
}

/** The value with its sign changed. */
export function negated(value: Value): Value {
  if (isDecimal(value)) return negateDecimal(value)
  return typeof value === 'bigint' || typeof value === 'number' ? -value : null
}

type ExactOperator = Exclude<ArithmeticOperator, '/'>

function computeInts(op: ExactOperator, left: bigint, right: bigint): bigint | null {
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

function computeDecimals(op: ExactOperator, left: Decimal, right: Decimal): Decimal | null {
  switch (op) {
    case '+':
      return addDecimals(left, right)
    case '-':
      return subtractDecimals(left, right)
    case '*':
      return multiplyDecimals(left, right)
    case '%':
      return remainderDecimals(left, right)
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

import { assertNever } from '@tributary/core'
import { scalarNamed } from '../functions/registry.ts'
import type { ArithmeticOperator } from '../tree/expr.ts'
import type {
  TypedArithmetic,
  TypedCall,
  TypedComparison,
  TypedExpr,
  TypedLogical,
  TypedReference,
} from '../tree/typed-expr.ts'
import {
  addDecimals,
  type Decimal,
  multiplyDecimals,
  negateDecimal,
  remainderDecimals,
  subtractDecimals,
} from '../values/decimal.ts'
import {
  compareValues,
  isDecimal,
  numberOf,
  rowValueOf,
  toDecimal,
  type Value,
  widenValue,
} from '../values/value.ts'

/** Gives the value of a reference in the current row. */
export type ReadReference = (reference: TypedReference) => Value

/**
 * The value of a checked tree for one row, in three-valued logic. This is the reference that faster back ends
 * are tested against. A NaN or an infinity that is read counts as NULL.
 * @example
 * ```ts
 * import { compile, evaluate, type Scope } from '@tributary/expression'
 * const scope: Scope = {
 *   resolve: () => ({ found: { kind: 'reference', type: 'INT', table: 'flights', name: 'delay' } }),
 *   names: () => ['delay'],
 * }
 * const typed = compile('If([delay] > 15, "late", "on time")', scope, { path: 'status' })
 * evaluate(typed, () => 20n) // => 'late'
 * evaluate(typed, () => null) // => 'on time'
 * ```
 */
export function evaluate(typed: TypedExpr, read: ReadReference): Value {
  switch (typed.kind) {
    case 'constant':
      return rowValueOf(typed.constant)
    case 'reference':
      return onlyFinite(read(typed))
    case 'call':
      return evaluateCall(typed, read)
    case 'comparison':
      return evaluateComparison(typed, read)
    case 'logical':
      return evaluateLogical(typed, read)
    case 'not': {
      const value = evaluate(typed.operand, read)
      return value === null ? null : value !== true
    }
    case 'arithmetic':
      return compute(typed, evaluate(typed.left, read), evaluate(typed.right, read))
    case 'negate':
      return negated(evaluate(typed.operand, read))
    default:
      return assertNever(typed)
  }
}

function onlyFinite(value: Value): Value {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

function evaluateCall(call: TypedCall, read: ReadReference): Value {
  const definition = scalarNamed(call.function)
  if (definition.nulls === 'own') {
    return definition.evaluate((index) => evaluate(call.args[index]!, read), call)
  }
  const values = call.args.map((one) => evaluate(one, read))
  return values.includes(null) ? null : definition.evaluate((index) => values[index]!, call)
}

function evaluateComparison({ op, left, right }: TypedComparison, read: ReadReference): Value {
  // Of the mixed pairs only a date beside a time changes its form here.
  const wide = left.type === 'TIMESTAMP' || right.type === 'TIMESTAMP' ? 'TIMESTAMP' : null
  const a = widenValue(evaluate(left, read), left.type, wide ?? left.type)
  const b = widenValue(evaluate(right, read), right.type, wide ?? right.type)
  if (a === null || b === null) return null
  const order = compareValues(a, b)
  switch (op) {
    case '=':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    default:
      return assertNever(op)
  }
}

function evaluateLogical({ op, operands }: TypedLogical, read: ReadReference): Value {
  const deciding = op === 'OR'
  let result: Value = !deciding
  for (const operand of operands) {
    const value = evaluate(operand, read)
    if (value === deciding) return deciding
    if (value === null) result = null
  }
  return result
}

/**
 * The result of an arithmetic operator: NULL when a side is NULL or the divisor is zero; exact while both
 * sides are INT or DECIMAL, except for `/`.
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

/** A number with its sign changed. */
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

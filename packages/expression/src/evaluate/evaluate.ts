import { assertNever } from '@tributary/core'
import { getScalarDefinition } from '../functions/registry.ts'
import type { ArithmeticOperator } from '../tree/expr.ts'
import type {
  TypedArithmetic,
  TypedCall,
  TypedComparison,
  TypedExpr,
  TypedLogical,
  TypedReference,
} from '../tree/typed-expr.ts'
import { isInt } from '../values/constant.ts'
import {
  addDecimals,
  type Decimal,
  MAX_DECIMAL_DIGITS,
  multiplyDecimals,
  negateDecimal,
  remainderDecimals,
  rescaleDecimal,
  subtractDecimals,
} from '../values/decimal.ts'
import {
  compareValues,
  isDecimal,
  toDecimal,
  toRowValue,
  type Value,
  valueToNumber,
  widenValue,
} from '../values/value.ts'

/** Gives the value of a reference in the current row. */
export type ReadReference = (reference: TypedReference) => Value

/**
 * The value of a checked tree for one row, in three-valued logic. This is the reference that faster back ends
 * are tested against. A NaN or an infinity that is read counts as NULL, and so does arithmetic that leaves its type:
 * an INT beyond 64 bits, a DECIMAL of more than 38 digits, a DOUBLE beyond 1.8e308.
 * @example
 * ```ts
 * import { compile, evaluate, type Scope } from '@tributary/attribution/expression'
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
  return evaluateWith(typed, read, holdToType)
}

/**
 * The same for the formula of a metric, which is computed from sums: a sum of INTs may have more than 64 bits, and
 * whole numbers and decimals of a formula have as many digits as they need.
 */
export function evaluateFormula(typed: TypedExpr, read: ReadReference): Value {
  return evaluateWith(typed, read, onlyFinite)
}

/** Replaces the result of an operator that its type cannot hold. */
type Hold = (value: Value) => Value

function evaluateWith(typed: TypedExpr, read: ReadReference, hold: Hold): Value {
  const inner = (part: TypedExpr): Value => evaluateWith(part, read, hold)
  switch (typed.kind) {
    case 'constant':
      return toRowValue(typed.constant)
    case 'reference':
      return onlyFinite(read(typed))
    case 'call':
      return evaluateCall(typed, inner)
    case 'comparison':
      return evaluateComparison(typed, inner)
    case 'logical':
      return evaluateLogical(typed, inner)
    case 'not': {
      const value = inner(typed.operand)
      return value === null ? null : value !== true
    }
    case 'arithmetic':
      return hold(compute(typed, inner(typed.left), inner(typed.right)))
    case 'negate':
      return hold(negateValue(inner(typed.operand)))
    default:
      return assertNever(typed)
  }
}

/** The result of an operator, NULL where it is beyond the range of its type. */
export function holdToType(value: Value): Value {
  if (typeof value === 'bigint') return isInt(value) ? value : null
  return isDecimal(value) ? holdDecimal(value) : onlyFinite(value)
}

const DECIMAL_LIMIT = 10n ** BigInt(MAX_DECIMAL_DIGITS)

/** Digits after the point beyond the 38th are rounded off; NULL for a decimal of more digits in all. */
function holdDecimal(value: Decimal): Decimal | null {
  const scale = Math.min(value.scale, MAX_DECIMAL_DIGITS)
  const rounded = scale === value.scale ? value : rescaleDecimal(value, scale)
  return rounded.units < DECIMAL_LIMIT && rounded.units > -DECIMAL_LIMIT ? rounded : null
}

function onlyFinite(value: Value): Value {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}

type EvaluatePart = (part: TypedExpr) => Value

function evaluateCall(call: TypedCall, inner: EvaluatePart): Value {
  const definition = getScalarDefinition(call.function)
  if (definition.nulls !== 'propagate') {
    return definition.evaluate((index) => inner(call.args[index]!), call)
  }
  const values = call.args.map(inner)
  return values.includes(null) ? null : definition.evaluate((index) => values[index]!, call)
}

function evaluateComparison({ op, left, right }: TypedComparison, inner: EvaluatePart): Value {
  // Of the mixed pairs only a date beside a time changes its form here.
  const wide = left.type === 'TIMESTAMP' || right.type === 'TIMESTAMP' ? 'TIMESTAMP' : null
  const a = widenValue(inner(left), left.type, wide ?? left.type)
  const b = widenValue(inner(right), right.type, wide ?? right.type)
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

function evaluateLogical({ op, operands }: TypedLogical, inner: EvaluatePart): Value {
  const deciding = op === 'OR'
  let result: Value = !deciding
  for (const operand of operands) {
    const value = inner(operand)
    if (value === deciding) return deciding
    if (value === null) result = null
  }
  return result
}

/**
 * The result of an arithmetic operator, of any size: NULL when a side is NULL or the divisor is zero; exact while both
 * sides are INT or DECIMAL, except for `/`.
 */
export function compute({ op }: Pick<TypedArithmetic, 'op'>, left: Value, right: Value): Value {
  if (left === null || right === null) return null
  if (op === '/' || typeof left === 'number' || typeof right === 'number') {
    return computeDoubles(op, valueToNumber(left), valueToNumber(right))
  }
  if (isDecimal(left) || isDecimal(right)) {
    return computeDecimals(op, toDecimal(left), toDecimal(right))
  }
  return computeInts(op, left as bigint, right as bigint)
}

/** A number with its sign changed. */
export function negateValue(value: Value): Value {
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

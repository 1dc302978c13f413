import { assertNever } from '@tributary/core'
import type {
  TypedCall,
  TypedComparison,
  TypedExpr,
  TypedLogical,
  TypedReference,
} from '../check/typed-expr.ts'
import { scalarNamed } from '../functions/registry.ts'
import { compareValues, rowValueOf, type Value, widenValue } from '../value.ts'
import { compute, negated } from './compute.ts'

/** Gives the value of a reference in the row at hand. */
export type ReadReference = (reference: TypedReference) => Value

/**
 * The value of a checked tree for one row, in three-valued logic. Plain and obviously right; fast back ends
 * are measured against it. A NaN or an infinity that is read counts as NULL.
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

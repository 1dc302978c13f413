import { report } from '../diagnostics/report.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import { constantNode, UNKNOWN } from '../functions/typed-calls.ts'
import type { Span } from '../span.ts'
import { constantOf } from '../value.ts'
import type { CheckContext } from './context.ts'
import { computeDecimals, negatedDecimal } from './decimal.ts'
import { isInt } from './number-constant.ts'
import type { TypedArithmetic, TypedExpr, TypedNegate } from './typed-expr.ts'

/** The constant that a node over constants is; a node that needs a row stays. An INT beyond 64 bits is a complaint. */
export function fold(typed: TypedExpr, span: Span, context: CheckContext): TypedExpr {
  if (typed.type === 'UNKNOWN' || !isOverConstants(typed)) return typed
  if (typed.type === 'DECIMAL') return foldDecimal(typed)
  const value = evaluate(typed, neverRead)
  if (typeof value === 'bigint' && typed.type === 'INT' && !isInt(value)) {
    context.complain(report('EXP2009', { span }))
    return UNKNOWN
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return typed
  return constantNode(constantOf(value, typed.type), typed.type)
}

function isOverConstants(typed: TypedExpr): boolean {
  switch (typed.kind) {
    case 'constant':
    case 'reference':
      return false
    case 'call':
      return typed.args.every(isConstant)
    case 'logical':
      return typed.operands.every(isConstant)
    case 'comparison':
    case 'arithmetic':
      return isConstant(typed.left) && isConstant(typed.right)
    default:
      return isConstant(typed.operand)
  }
}

function isConstant(typed: TypedExpr): boolean {
  return typed.kind === 'constant'
}

function neverRead(): never {
  throw new TypeError('A constant tree has no references')
}

/** Row values of DECIMAL are doubles, so constants are computed on their text. */
function foldDecimal(typed: TypedExpr): TypedExpr {
  if (typed.kind === 'negate') return foldNegate(typed)
  return typed.kind === 'arithmetic' ? foldArithmetic(typed) : typed
}

function foldNegate(typed: TypedNegate): TypedExpr {
  const text = digitsOf(typed.operand)
  if (text === null) return constantNode({ type: 'NULL', value: null }, 'DECIMAL')
  return constantNode({ type: 'DECIMAL', value: negatedDecimal(text) })
}

function foldArithmetic({ op, left, right }: TypedArithmetic): TypedExpr {
  const [a, b] = [digitsOf(left), digitsOf(right)]
  const value = a === null || b === null || op === '/' ? null : computeDecimals(op, a, b)
  return value === null
    ? constantNode({ type: 'NULL', value: null }, 'DECIMAL')
    : constantNode({ type: 'DECIMAL', value })
}

function digitsOf(typed: TypedExpr): string | null {
  if (typed.kind !== 'constant' || typed.constant.type === 'NULL') return null
  return String(typed.constant.value)
}

import { replaceBy, report } from '../diagnostics/report.ts'
import type { Arithmetic, ArithmeticOperator, Expr, Negate } from '../tree/expr.ts'
import { print } from '../tree/print.ts'
import { type TypedExpr, UNKNOWN } from '../tree/typed-expr.ts'
import { commonType, isNumeric, isTimeType, type ValueType } from '../values/value-type.ts'
import type { CheckContext } from './context.ts'
import { fold } from './fold.ts'

/** Arithmetic on numbers. A quotient is a DOUBLE, any other result as wide as the wider side. */
export function checkArithmetic(node: Arithmetic, context: CheckContext): TypedExpr {
  const [left, right] = [context.check(node.left), context.check(node.right)]
  if (isMoved(node, left, right)) {
    complainOfMoved(node, context)
    return UNKNOWN
  }
  const sides = [complainUnlessNumber(node.left, left, node.op, context)]
  sides.push(complainUnlessNumber(node.right, right, node.op, context))
  if (sides.includes(false)) return UNKNOWN
  const type = resultType(node.op, left.type, right.type)
  const typed: TypedExpr = { kind: 'arithmetic', type, op: node.op, left, right }
  return fold(typed, node.span, context)
}

/** A number with its sign changed. */
export function checkNegate(node: Negate, context: CheckContext): TypedExpr {
  const operand = context.check(node.operand)
  if (!complainUnlessNumber(node.operand, operand, '-', context)) return UNKNOWN
  return fold({ kind: 'negate', type: operand.type, operand }, node.span, context)
}

function resultType(op: ArithmeticOperator, left: ValueType, right: ValueType): ValueType {
  const common = commonType(left, right) ?? 'UNKNOWN'
  if (op !== '/') return common
  return common === 'UNKNOWN' ? 'UNKNOWN' : 'DOUBLE'
}

/** `[time] + 7`: meant as days. */
function isMoved(node: Arithmetic, left: TypedExpr, right: TypedExpr): boolean {
  return isTimeType(left.type) && right.type === 'INT' && (node.op === '+' || node.op === '-')
}

function complainOfMoved(node: Arithmetic, context: CheckContext): void {
  const { span, left, right, op } = node
  const count: Expr = op === '+' ? right : { kind: 'negate', operand: right, span: right.span }
  const grain: Expr = { kind: 'string', value: 'DAY', span }
  const args = [left, count, grain]
  const mended = print({ kind: 'call', name: 'DateAdd', nameSpan: span, args, span })
  const params = { op, expected: 'numbers; a time is moved by DateAdd', found: 'a time' }
  context.complain(
    report('EXP2015', { span, params, fixes: [replaceBy(`write ${mended}`, span, mended)] }),
  )
}

function complainUnlessNumber(
  node: Expr,
  typed: TypedExpr,
  op: string,
  context: CheckContext,
): boolean {
  if (typed.type === 'UNKNOWN' || typed.type === 'NULL' || isNumeric(typed.type)) return true
  const params = { op, expected: 'numbers', found: typed.type }
  context.complain(report('EXP2015', { span: node.span, params }))
  return false
}

import { report } from '../diagnostics/report.ts'
import type { Expr, Logical, Not } from '../tree/expr.ts'
import { hasType, type TypedExpr } from '../tree/typed-expr.ts'
import type { CheckContext } from './context.ts'
import { fold } from './fold.ts'

/** `AND` and `OR` join conditions. */
export function checkLogical(node: Logical, context: CheckContext): TypedExpr {
  const operands = node.operands.map((operand) => checkCondition(operand, node.op, context))
  return fold({ kind: 'logical', type: 'BOOLEAN', op: node.op, operands }, node.span, context)
}

/** `NOT` turns a condition round. */
export function checkNot(node: Not, context: CheckContext): TypedExpr {
  const operand = checkCondition(node.operand, 'NOT', context)
  return fold({ kind: 'not', type: 'BOOLEAN', operand }, node.span, context)
}

function checkCondition(node: Expr, op: string, context: CheckContext): TypedExpr {
  const typed = context.check(node)
  if (!hasType(typed, 'BOOLEAN')) {
    const params = { op, expected: 'a condition', found: typed.type }
    context.complain(report('EXP2015', { span: node.span, params }))
  }
  return typed
}

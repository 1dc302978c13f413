import type { Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import { readTimeNextTo } from '../functions/definition/align-arguments.ts'
import type {
  Arithmetic,
  ArithmeticOperator,
  Comparison,
  Expr,
  Logical,
  Negate,
  Not,
} from '../tree/expr.ts'
import { printText } from '../tree/literals.ts'
import { joinConditions } from '../tree/memberships.ts'
import { print } from '../tree/print.ts'
import {
  hasType,
  type TypedComparison,
  type TypedExpr,
  UNKNOWN,
  widenConstant,
} from '../tree/typed-expr.ts'
import { commonType, isNumeric, isTimeType, type ValueType } from '../values/value-type.ts'
import { type CheckContext, foldConstant } from './context.ts'
import { rewriteTruncations, warnNeverEqual } from './time-range.ts'

/** Checks arithmetic on numbers. A quotient is a DOUBLE; other results have the wider type of both sides. */
export function checkArithmetic(node: Arithmetic, context: CheckContext): TypedExpr {
  const [left, right] = [context.check(node.left), context.check(node.right)]
  if (isTimeArithmetic(node, left, right)) {
    reportTimeArithmetic(node, context)
    return UNKNOWN
  }
  const sides = [expectNumber(node.left, left, node.op, context)]
  sides.push(expectNumber(node.right, right, node.op, context))
  if (sides.includes(false)) return UNKNOWN
  const type = resultType(node.op, left.type, right.type)
  const typed: TypedExpr = { kind: 'arithmetic', type, op: node.op, left, right }
  return foldConstant(typed, node.span, context)
}

/** Checks a sign change. */
export function checkNegate(node: Negate, context: CheckContext): TypedExpr {
  const operand = context.check(node.operand)
  if (!expectNumber(node.operand, operand, '-', context)) return UNKNOWN
  return foldConstant({ kind: 'negate', type: operand.type, operand }, node.span, context)
}

function resultType(op: ArithmeticOperator, left: ValueType, right: ValueType): ValueType {
  const common = commonType(left, right) ?? 'UNKNOWN'
  if (op !== '/') return common
  return common === 'UNKNOWN' ? 'UNKNOWN' : 'DOUBLE'
}

/** `[time] + 7`, which adds days in other languages. */
function isTimeArithmetic(node: Arithmetic, left: TypedExpr, right: TypedExpr): boolean {
  return isTimeType(left.type) && right.type === 'INT' && (node.op === '+' || node.op === '-')
}

function reportTimeArithmetic(node: Arithmetic, context: CheckContext): void {
  const { span, left, right, op } = node
  const count: Expr = op === '+' ? right : { kind: 'negate', operand: right, span: right.span }
  const grain: Expr = { kind: 'string', value: 'DAY', span }
  const args = [left, count, grain]
  const fixed = print({ kind: 'call', name: 'DateAdd', nameSpan: span, args, span })
  const params = { op, expected: 'numbers (use DateAdd to move a time)', found: 'a time' }
  context.addDiagnostic(
    report('EXP2015', { span, params, fixes: [replaceBy(`write ${fixed}`, span, fixed)] }),
  )
}

function expectNumber(node: Expr, typed: TypedExpr, op: string, context: CheckContext): boolean {
  if (typed.type === 'UNKNOWN' || typed.type === 'NULL' || isNumeric(typed.type)) return true
  const params = { op, expected: 'numbers', found: typed.type }
  context.addDiagnostic(report('EXP2015', { span: node.span, params }))
  return false
}

/**
 * Checks that both sides are of one kind. An ISO text beside a time is read as a time; text beside a number is
 * an error.
 */
export function checkComparison(node: Comparison, context: CheckContext): TypedExpr {
  const [first, second] = [context.check(node.left), context.check(node.right)]
  const left = readTimeNextTo({ typed: first, span: node.left.span }, second, context)
  const right = readTimeNextTo({ typed: second, span: node.right.span }, first, context)
  const common = commonType(left.type, right.type)
  if (common === null) {
    reportIncomparable(node, left, right, context)
    return UNKNOWN
  }
  if (left.type === 'NULL' || right.type === 'NULL') warnNullComparison(node, left, context)
  const typed: TypedComparison = {
    kind: 'comparison',
    type: 'BOOLEAN',
    op: node.op,
    left: widenConstant(left, common),
    right: widenConstant(right, common),
  }
  warnNeverEqual(typed, node.span, context)
  return rewriteTruncations(foldConstant(typed, node.span, context))
}

function reportIncomparable(
  node: Comparison,
  left: TypedExpr,
  right: TypedExpr,
  context: CheckContext,
): void {
  const fixes = [...convertLiteral(node.left, right), ...convertLiteral(node.right, left)]
  const labels = [
    { span: node.left.span, text: left.type },
    { span: node.right.span, text: right.type },
  ]
  const params = { left: left.type, right: right.type }
  context.addDiagnostic(report('EXP2003', { span: node.span, params, labels, fixes }))
}

/** The fix that writes a literal in the kind of the other side: a number in quotes, or a text without. */
function convertLiteral(node: Expr, comparand: TypedExpr): readonly Fix[] {
  if (node.kind === 'number' && comparand.type === 'STRING') {
    return [replaceBy('compare with a text', node.span, printText(node.raw))]
  }
  if (node.kind === 'string' && isNumeric(comparand.type) && /^\d+(?:\.\d+)?$/.test(node.value)) {
    return [replaceBy('compare with a number', node.span, node.value)]
  }
  return []
}

function warnNullComparison(node: Comparison, leftOperand: TypedExpr, context: CheckContext): void {
  const operand = leftOperand.type === 'NULL' ? node.right : node.left
  const { span, op } = node
  const call: Expr = { kind: 'call', name: 'IsNull', nameSpan: span, args: [operand], span }
  const nullTest: Expr = op === '!=' ? { kind: 'not', operand: call, span } : call
  const askable = op === '=' || op === '!='
  const fixes = askable ? [replaceBy('use IsNull', span, print(nullTest))] : []
  context.addDiagnostic(report('EXP2102', { span, params: { op }, fixes }))
}

/** Checks that the operands of `AND` and `OR` are conditions. Comparisons of one value with constants become a list. */
export function checkLogical(node: Logical, context: CheckContext): TypedExpr {
  const operands = node.operands.map((operand) => checkCondition(operand, node.op, context))
  const folded = foldConstant(
    { kind: 'logical', type: 'BOOLEAN', op: node.op, operands },
    node.span,
    context,
  )
  return folded.kind === 'logical' ? joinConditions(node.op, operands) : folded
}

/** Checks that the operand of `NOT` is a condition. */
export function checkNot(node: Not, context: CheckContext): TypedExpr {
  const operand = checkCondition(node.operand, 'NOT', context)
  return foldConstant({ kind: 'not', type: 'BOOLEAN', operand }, node.span, context)
}

function checkCondition(node: Expr, op: string, context: CheckContext): TypedExpr {
  const typed = context.check(node)
  if (!hasType(typed, 'BOOLEAN')) {
    const params = { op, expected: 'a condition', found: typed.type }
    context.addDiagnostic(report('EXP2015', { span: node.span, params }))
  }
  return typed
}

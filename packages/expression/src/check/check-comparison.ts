import type { Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import { readTimeNextTo } from '../functions/time-constant.ts'
import type { Comparison, Expr } from '../tree/expr.ts'
import { print, printText } from '../tree/print.ts'
import { type TypedComparison, type TypedExpr, UNKNOWN, widenConstant } from '../tree/typed-expr.ts'
import { commonType, isNumeric } from '../values/value-type.ts'
import type { CheckContext } from './context.ts'
import { fold } from './fold.ts'
import { warnOfNeverEqual } from './never-equal.ts'
import { overTimes } from './time-range.ts'

/** Two sides of one kind. An ISO text beside a time is a time; text beside a number is an error. */
export function checkComparison(node: Comparison, context: CheckContext): TypedExpr {
  const [first, second] = [context.check(node.left), context.check(node.right)]
  const left = readTimeNextTo({ typed: first, span: node.left.span }, second, context)
  const right = readTimeNextTo({ typed: second, span: node.right.span }, first, context)
  const common = commonType(left.type, right.type)
  if (common === null) {
    complainOfMixture(node, left, right, context)
    return UNKNOWN
  }
  if (left.type === 'NULL' || right.type === 'NULL') warnOfNull(node, left, context)
  const typed: TypedComparison = {
    kind: 'comparison',
    type: 'BOOLEAN',
    op: node.op,
    left: widenConstant(left, common),
    right: widenConstant(right, common),
  }
  warnOfNeverEqual(typed, node.span, context)
  return overTimes(fold(typed, node.span, context))
}

function complainOfMixture(
  node: Comparison,
  left: TypedExpr,
  right: TypedExpr,
  context: CheckContext,
): void {
  const fixes = [...sameKind(node.left, right), ...sameKind(node.right, left)]
  const labels = [
    { span: node.left.span, text: left.type },
    { span: node.right.span, text: right.type },
  ]
  const params = { left: left.type, right: right.type }
  context.complain(report('EXP2003', { span: node.span, params, labels, fixes }))
}

/** A literal in the kind of the other side: a number in quotes, or a text without. */
function sameKind(node: Expr, other: TypedExpr): readonly Fix[] {
  if (node.kind === 'number' && other.type === 'STRING') {
    return [replaceBy('compare with a text', node.span, printText(node.raw))]
  }
  if (node.kind === 'string' && isNumeric(other.type) && /^\d+(?:\.\d+)?$/.test(node.value)) {
    return [replaceBy('compare with a number', node.span, node.value)]
  }
  return []
}

function warnOfNull(node: Comparison, left: TypedExpr, context: CheckContext): void {
  const operand = left.type === 'NULL' ? node.right : node.left
  const { span, op } = node
  const call: Expr = { kind: 'call', name: 'IsNull', nameSpan: span, args: [operand], span }
  const asked: Expr = op === '!=' ? { kind: 'not', operand: call, span } : call
  const askable = op === '=' || op === '!='
  const fixes = askable ? [replaceBy('ask with IsNull', span, print(asked))] : []
  context.complain(report('EXP2102', { span, params: { op }, fixes }))
}

import type { IToken } from 'chevrotain'
import type { ArithmeticOperator } from '../ast/arithmetic.ts'
import type { ComparisonOperator } from '../ast/comparison.ts'
import type { Expr } from '../ast/expr.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { report } from '../diagnostics/report.ts'
import { type Item, isPiece, type Piece } from './item.ts'
import { isA, spanOf } from './lex.ts'
import { And, Compare, Not, Or, Sign } from './tokens.ts'

const OR = 1
const AND = 2
const NOT = 3
const COMPARE = 4
const SUM = 5
const PRODUCT = 6
const UNARY = 7

/** Climbs one flat row into a tree; what the precedence rules forbid goes to `complain`. */
export function climb(
  items: readonly Item[],
  text: string,
  complain: (diagnostic: Diagnostic) => void,
): Expr {
  const row: Row = { items, text, complain, at: 0 }
  return climbFrom(row, OR).expr
}

interface Row {
  readonly items: readonly Item[]
  readonly text: string
  readonly complain: (diagnostic: Diagnostic) => void
  at: number
}

/** A value and every operator after it that holds at least as tightly as `least`. */
function climbFrom(row: Row, least: number): Piece {
  let left = operand(row, least)
  for (;;) {
    const operator = row.items[row.at]
    if (operator === undefined || isPiece(operator)) return left
    const level = levelOf(operator)
    if (level < least) return left
    if (level <= AND) {
      left = logicalRow(row, level, left)
      continue
    }
    row.at += 1
    const right = climbFrom(row, level + 1)
    if (level === COMPARE) complainOfChain(row, right)
    left = join(operator, level, left, right)
  }
}

function operand(row: Row, least: number): Piece {
  const item = row.items[row.at++]!
  if (isPiece(item)) return item
  const { start } = spanOf(item)
  if (isA(item, Not)) {
    if (least > NOT) row.complain(report('EXP1022', { span: spanOf(item) }))
    const inner = climbFrom(row, NOT)
    const span = { start, end: inner.span.end }
    return { expr: { kind: 'not', operand: inner.expr, span }, span }
  }
  const inner = climbFrom(row, UNARY)
  const span = { start, end: inner.span.end }
  if (item.image === '+') return { expr: inner.expr, span }
  return { expr: { kind: 'negate', operand: inner.expr, span }, span }
}

function levelOf(operator: IToken): number {
  if (isA(operator, Or)) return OR
  if (isA(operator, And)) return AND
  if (isA(operator, Compare)) return COMPARE
  return isA(operator, Sign) ? SUM : PRODUCT
}

/** All the operands that one run of ANDs, or of ORs, joins. */
function logicalRow(row: Row, level: number, first: Piece): Piece {
  const op = level === OR ? 'OR' : 'AND'
  const operands: Expr[] = []
  let end = first.span.end
  for (let next: Piece | null = first; next !== null; next = operandAfter(row, level)) {
    if (next.expr.kind === 'logical' && next.expr.op === op) operands.push(...next.expr.operands)
    else operands.push(next.expr)
    end = next.span.end
  }
  const span = { start: first.span.start, end }
  return { expr: { kind: 'logical', op, operands, span }, span }
}

function operandAfter(row: Row, level: number): Piece | null {
  const operator = row.items[row.at]
  if (operator === undefined || isPiece(operator) || levelOf(operator) !== level) return null
  row.at += 1
  return climbFrom(row, level + 1)
}

function join(operator: IToken, level: number, left: Piece, right: Piece): Piece {
  const span = { start: left.span.start, end: right.span.end }
  const sides = { left: left.expr, right: right.expr, span }
  if (level === COMPARE) {
    return { expr: { kind: 'comparison', op: comparisonOf(operator.image), ...sides }, span }
  }
  return { expr: { kind: 'arithmetic', op: operator.image as ArithmeticOperator, ...sides }, span }
}

function comparisonOf(image: string): ComparisonOperator {
  if (image === '==') return '='
  return image === '<>' ? '!=' : (image as ComparisonOperator)
}

function complainOfChain(row: Row, middle: Piece): void {
  const next = row.items[row.at]
  if (next === undefined || isPiece(next) || !isA(next, Compare)) return
  const { start, end } = middle.span
  row.complain(
    report('EXP1012', {
      span: spanOf(next),
      fixes: [
        {
          title: 'compare twice',
          edits: [{ span: { start: end, end }, text: ` AND ${row.text.slice(start, end)}` }],
        },
      ],
    }),
  )
}

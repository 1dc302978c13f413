import type { IToken } from 'chevrotain'
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { ArithmeticOperator, ComparisonOperator, Expr } from '../tree/expr.ts'
import type { Span } from '../tree/span.ts'
import { type Item, isPiece, type Piece } from './grammar.ts'
import { spanOf } from './lex.ts'
import { And, Compare, In, Not, Or, Sign, WordOperator } from './tokens.ts'

const OR = 1
const AND = 2
const NOT = 3
const COMPARE = 4
const SUM = 5
const PRODUCT = 6
const UNARY = 7

/** The text, and where its diagnostics go. */
export interface DiagnosticSink {
  readonly text: string
  addDiagnostic(diagnostic: Diagnostic): void
}

/** Builds the tree of one flat row by precedence climbing; violations of the precedence rules are reported to `sink`. */
export function climb(items: readonly Item[], sink: DiagnosticSink): Expr {
  if (items.length === 1) return single(items[0] as Piece, sink).expr
  return climbFrom({ items, sink, at: 0 }, OR).expr
}

interface Row {
  readonly items: readonly Item[]
  readonly sink: DiagnosticSink
  at: number
}

/** A value and the operators after it whose precedence is at least `least`. */
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
    if (operator.tokenType === In || operator.tokenType === WordOperator) {
      left = wordOperation(row, operator, left)
    } else {
      const right = climbFrom(row, level + 1)
      if (level === COMPARE) reportChain(row, comparedTwice(row, right))
      left = join(operator, level, left, right)
    }
  }
}

function operand(row: Row, least: number): Piece {
  const item = row.items[row.at++]!
  if (isPiece(item)) return single(item, row.sink)
  const { start } = spanOf(item)
  if (item.tokenType === Not) {
    const inner = climbFrom(row, NOT)
    const span = { start, end: inner.span.end }
    if (least > NOT) {
      row.sink.addDiagnostic(
        report('EXP1022', { span: spanOf(item), fixes: [inParentheses(span)] }),
      )
    }
    return { expr: { kind: 'not', operand: inner.expr, span }, span }
  }
  const inner = climbFrom(row, UNARY)
  const span = { start, end: inner.span.end }
  if (item.image === '+') return { expr: inner.expr, span }
  return { expr: { kind: 'negate', operand: inner.expr, span }, span }
}

/** A value; a list is reported. */
function single(piece: Piece, sink: DiagnosticSink): Piece {
  const comma = piece.list?.comma
  if (comma == null) return piece
  const span = spanOf(comma)
  const fixes = [replaceBy('join with AND', span, ' AND')]
  sink.addDiagnostic(
    report('EXP1018', { span, params: { found: "','" }, expected: ['an operator'], fixes }),
  )
  return piece
}

function levelOf({ tokenType }: IToken): number {
  switch (tokenType) {
    case Or:
      return OR
    case And:
      return AND
    case Compare:
    case In:
    case WordOperator:
      return COMPARE
    case Sign:
      return SUM
    default:
      return PRODUCT
  }
}

/** `IN`, `LIKE`, `BETWEEN`, `IS` and their negations become calls of the functions of the same names. */
function wordOperation(row: Row, operator: IToken, left: Piece): Piece {
  const operation: WordOperation = { operator, left, sink: row.sink }
  const piece = operationOf(row, operation)
  reportChain(row, inParentheses(piece.span))
  return piece
}

function operationOf(row: Row, operation: WordOperation): Piece {
  const { operator } = operation
  if (operator.tokenType === In) return inCall(operation, row.items[row.at++] as Piece)
  switch (operator.image.slice(-2).toLowerCase()) {
    case 'is': {
      const not = row.items[row.at]
      const negated = not !== undefined && !isPiece(not) && not.tokenType === Not
      if (negated) row.at += 1
      return nullTest(operation, negated, climbFrom(row, SUM))
    }
    case 'en': {
      const first = climbFrom(row, SUM)
      const and = row.items[row.at]
      if (isPiece(and) || and?.tokenType !== And) {
        return betweenWithoutAnd(operation, first, isPiece(and) ? undefined : and)
      }
      row.at += 1
      return betweenCall(operation, first, climbFrom(row, SUM))
    }
    default:
      return likeCall(operation, climbFrom(row, SUM))
  }
}

/** A run of ANDs, or of ORs, as one flat node. */
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
  if (level === COMPARE) {
    const op = comparisonOf(operator.image)
    return { expr: { kind: 'comparison', op, left: left.expr, right: right.expr, span }, span }
  }
  const op = operator.image as ArithmeticOperator
  return { expr: { kind: 'arithmetic', op, left: left.expr, right: right.expr, span }, span }
}

function comparisonOf(image: string): ComparisonOperator {
  if (image === '==') return '='
  return image === '<>' ? '!=' : (image as ComparisonOperator)
}

function reportChain(row: Row, fix: Fix): void {
  const next = row.items[row.at]
  if (next === undefined || isPiece(next) || levelOf(next) !== COMPARE) return
  row.sink.addDiagnostic(report('EXP1012', { span: spanOf(next), fixes: [fix] }))
}

/** `1 < [a] < 3` as `1 < [a] AND [a] < 3`. */
function comparedTwice(row: Row, middle: Piece): Fix {
  const { start, end } = middle.span
  return replaceBy('compare twice', { start: end, end }, ` AND ${row.sink.text.slice(start, end)}`)
}

function inParentheses({ start, end }: Span): Fix {
  return {
    title: 'put it in parentheses',
    edits: [
      { span: { start, end: start }, text: '(' },
      { span: { start: end, end }, text: ')' },
    ],
  }
}

/** A word operator and the value on its left. */
interface WordOperation {
  readonly operator: IToken
  readonly left: Piece
  readonly sink: DiagnosticSink
}

/** `x IN (a, b)` as `IN(x, a, b)`. */
export function inCall(operation: WordOperation, list: Piece): Piece {
  return called(operation, 'IN', [list.expr, ...(list.list?.others ?? [])], list.span.end)
}

/** `x LIKE p` as `Like(x, p)`. */
function likeCall(operation: WordOperation, pattern: Piece): Piece {
  return called(operation, 'Like', [pattern.expr], pattern.span.end)
}

/** `x BETWEEN a AND b` as `Between(x, a, b)`. */
function betweenCall(operation: WordOperation, first: Piece, last: Piece): Piece {
  return called(operation, 'Between', [first.expr, last.expr], last.span.end)
}

/** `x BETWEEN a` without its AND, which is reported; `next` is the operator in its place, if there is one. */
function betweenWithoutAnd(
  operation: WordOperation,
  first: Piece,
  next: IToken | undefined,
): Piece {
  const params = { form: 'BETWEEN', instead: 'BETWEEN … AND …' }
  const joined = next !== undefined && next.tokenType === Or
  const fixes = joined ? [replaceBy('write AND', spanOf(next), 'AND')] : []
  const span = spanOf(operation.operator)
  operation.sink.addDiagnostic(report('EXP1013', { span, params, expected: ['AND'], fixes }))
  return betweenCall(operation, first, first)
}

/** `x IS NULL` and `x IS NOT NULL` as `IsNull(x)` and `IsNotNull(x)`; anything but NULL is reported. */
function nullTest(operation: WordOperation, negated: boolean, tested: Piece): Piece {
  const { operator, sink } = operation
  if (tested.expr.kind !== 'null') {
    const span = spanOf(operator)
    const end = tested.span.start
    const params = { form: negated ? 'IS NOT' : 'IS', instead: negated ? '!=' : '=' }
    const whole = { start: span.start, end }
    const fixes = [replaceBy(`compare with ${params.instead}`, whole, `${params.instead} `)]
    sink.addDiagnostic(report('EXP1013', { span, params, fixes }))
  }
  return called(operation, negated ? 'IsNotNull' : 'IsNull', [], tested.span.end)
}

function called(
  { operator, left }: WordOperation,
  name: string,
  others: readonly Expr[],
  end: number,
): Piece {
  const span = { start: left.span.start, end }
  const args = [left.expr, ...others]
  const call: Expr = { kind: 'call', name, nameSpan: spanOf(operator), args, span }
  const negated = /^(?:not|!)/i.test(operator.image)
  return { expr: negated ? { kind: 'not', operand: call, span } : call, span }
}

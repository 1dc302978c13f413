import type { IToken } from 'chevrotain'
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { ArithmeticOperator, ComparisonOperator, Expr } from '../tree/expr.ts'
import type { Span } from '../tree/span.ts'
import { createLeafNode } from './leaf.ts'
import { getTokenSpan, type Token } from './token.ts'
import {
  And,
  Between,
  Compare,
  getPrecedence,
  In,
  isLeaf,
  isPrefix,
  LEVEL,
  Like,
  Not,
  Open,
  Or,
} from './tokens.ts'

/** The text, and where its diagnostics go. */
export interface DiagnosticSink {
  readonly text: string
  addDiagnostic(diagnostic: Diagnostic): void
}

/** The values in a pair of parentheses: one, or the list of an `IN`. */
export interface Group {
  readonly values: readonly Expr[]
  /** The token after the first value: a comma when there are several. */
  readonly behind: Token
}

/** A row of operators and values, read from its beginning to its end. */
export interface Row {
  readonly sink: DiagnosticSink
  /** The next token; chevrotain's end-of-file token at the end of the text. */
  next(): IToken
  /** Reads the next token. */
  take(): Token
  /** The end of the last token that was read. */
  end(): number
  /** Reads a call, a group in parentheses or a `CASE`. Throws chevrotain's error when none of them begins here. */
  compound(): Expr | Group
}

/**
 * Reads a row by precedence climbing: a value and the operators after it that hold at least as tightly as `least`.
 * Violations of the precedence rules are reported to the sink of the row.
 */
export function climb(row: Row, least: number): Expr {
  const start = row.next().startOffset
  let left = operand(row, least)
  for (;;) {
    const level = getPrecedence(row.next())
    // The end of a row has the level 0.
    if (level < least) return left
    if (level <= LEVEL.and) left = logical(row, level, left, start)
    else if (level === LEVEL.compare) left = comparison(row, left, start)
    else {
      const op = row.take().image as ArithmeticOperator
      const right = climb(row, level + 1)
      left = { kind: 'arithmetic', op, left, right, span: since(row, start) }
    }
  }
}

/** From an offset to the end of what has been read. */
function since(row: Row, start: number): Span {
  return { start, end: row.end() }
}

function operand(row: Row, least: number): Expr {
  const token = row.next()
  if (isLeaf(token)) return createLeafNode(row.take())
  if (isPrefix(token)) return parsePrefix(row, least)
  const value = row.compound()
  return 'kind' in value ? value : single(value, row.sink)
}

/** The value in parentheses; a list is reported. */
function single({ values, behind }: Group, sink: DiagnosticSink): Expr {
  if (values.length > 1) {
    const span = getTokenSpan(behind)
    const fixes = [replaceBy('join with AND', span, ' AND')]
    sink.addDiagnostic(
      report('EXP1018', { span, params: { found: "','" }, expected: ['an operator'], fixes }),
    )
  }
  return values[0]!
}

function parsePrefix(row: Row, least: number): Expr {
  const prefix = row.take()
  const start = prefix.startOffset
  if (prefix.tokenType === Not) {
    const operand = climb(row, LEVEL.not)
    const span = since(row, start)
    if (least > LEVEL.not) {
      const fixes = [inParentheses(span)]
      row.sink.addDiagnostic(report('EXP1022', { span: getTokenSpan(prefix), fixes }))
    }
    return { kind: 'not', operand, span }
  }
  const operand = climb(row, LEVEL.unary)
  return prefix.image === '+' ? operand : { kind: 'negate', operand, span: since(row, start) }
}

/** A run of ANDs, or of ORs, as one flat node. */
function logical(row: Row, level: number, first: Expr, start: number): Expr {
  const op = level === LEVEL.or ? 'OR' : 'AND'
  const operands: Expr[] = []
  addOperand(operands, op, first)
  while (getPrecedence(row.next()) === level) {
    row.take()
    addOperand(operands, op, climb(row, level + 1))
  }
  return { kind: 'logical', op, operands, span: since(row, start) }
}

function addOperand(operands: Expr[], op: 'AND' | 'OR', operand: Expr): void {
  if (operand.kind === 'logical' && operand.op === op) operands.push(...operand.operands)
  else operands.push(operand)
}

/** A comparison, or the call that a word operator stands for, after its left side. */
function comparison(row: Row, left: Expr, start: number): Expr {
  const operator = row.take()
  if (operator.tokenType !== Compare) {
    const operation = wordOperation({ row, operator, left, start })
    if (chains(row)) reportChain(row, inParentheses(operation.span))
    return operation
  }
  const middle = row.next().startOffset
  const right = climb(row, LEVEL.sum)
  const span = since(row, start)
  if (chains(row)) reportChain(row, comparedTwice(row, { start: middle, end: span.end }))
  return { kind: 'comparison', op: toComparisonOperator(operator), left, right, span }
}

/** The operator of a token; `==` and `<>` are other spellings. */
function toComparisonOperator({ text, startOffset, end }: Token): ComparisonOperator {
  const [first, second] = [text[startOffset], text[startOffset + 1]]
  if (end === startOffset + 1) return first as ComparisonOperator
  if (first === '=') return '='
  if (first === '!' || second === '>') return '!='
  return first === '<' ? '<=' : '>='
}

/** Whether another comparison follows. */
function chains(row: Row): boolean {
  return getPrecedence(row.next()) === LEVEL.compare
}

function reportChain(row: Row, fix: Fix): void {
  const span = getTokenSpan(row.next() as Token)
  row.sink.addDiagnostic(report('EXP1012', { span, fixes: [fix] }))
}

/** `1 < [a] < 3` as `1 < [a] AND [a] < 3`. */
function comparedTwice({ sink }: Row, { start, end }: Span): Fix {
  return replaceBy('compare twice', { start: end, end }, ` AND ${sink.text.slice(start, end)}`)
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

/** A word operator that has been read, and the value on its left. */
interface WordOperation {
  readonly row: Row
  readonly operator: Token
  readonly left: Expr
  readonly start: number
}

/** `IN`, `LIKE`, `BETWEEN`, `IS` and their negations become calls of the functions of the same names. */
function wordOperation(operation: WordOperation): Expr {
  const { row, operator } = operation
  switch (operator.tokenType) {
    case In:
      return createOperatorCall(operation, 'IN', parseListValues(row))
    case Like:
      return createOperatorCall(operation, 'Like', [climb(row, LEVEL.sum)])
    case Between:
      return betweenCall(operation)
    default:
      return nullTest(operation)
  }
}

/** The values of the list that follows. */
function parseListValues(row: Row): readonly Expr[] {
  if (row.next().tokenType !== Open) return [climb(row, LEVEL.unary)]
  return (row.compound() as Group).values
}

/** `x BETWEEN a AND b` as `Between(x, a, b)`. A missing AND is reported. */
function betweenCall(operation: WordOperation): Expr {
  const { row } = operation
  const first = climb(row, LEVEL.sum)
  if (row.next().tokenType !== And) {
    reportMissingAnd(operation)
    return createOperatorCall(operation, 'Between', [first, first])
  }
  row.take()
  return createOperatorCall(operation, 'Between', [first, climb(row, LEVEL.sum)])
}

function reportMissingAnd({ row, operator }: WordOperation): void {
  const params = { form: 'BETWEEN', instead: 'BETWEEN … AND …' }
  const next = row.next()
  const joined = next.tokenType === Or
  const fixes = joined ? [replaceBy('write AND', getTokenSpan(next as Token), 'AND')] : []
  const span = getTokenSpan(operator)
  row.sink.addDiagnostic(report('EXP1013', { span, params, expected: ['AND'], fixes }))
}

/** `x IS NULL` and `x IS NOT NULL` as `IsNull(x)` and `IsNotNull(x)`; anything but NULL is reported. */
function nullTest(operation: WordOperation): Expr {
  const { row, operator } = operation
  const negated = row.next().tokenType === Not
  if (negated) row.take()
  const end = row.next().startOffset
  const tested = climb(row, LEVEL.sum)
  if (tested.kind !== 'null') {
    const span = getTokenSpan(operator)
    const params = { form: negated ? 'IS NOT' : 'IS', instead: negated ? '!=' : '=' }
    const replacedSpan = { start: span.start, end }
    const fixes = [replaceBy(`compare with ${params.instead}`, replacedSpan, `${params.instead} `)]
    row.sink.addDiagnostic(report('EXP1013', { span, params, fixes }))
  }
  return createOperatorCall(operation, negated ? 'IsNotNull' : 'IsNull', [])
}

function createOperatorCall(
  { row, operator, left, start }: WordOperation,
  name: string,
  furtherArguments: readonly Expr[],
): Expr {
  const span = since(row, start)
  const args = [left, ...furtherArguments]
  const call: Expr = { kind: 'call', name, nameSpan: getTokenSpan(operator), args, span }
  const negated = /^(?:not|!)/i.test(operator.image)
  return negated ? { kind: 'not', operand: call, span } : call
}

import type { Cursor } from './cursor.ts'
import { parsePrimary, parseType } from './parse-primary.ts'
import { refuse } from './refusal.ts'
import type { SqlForm, SqlNode } from './sql-tree.ts'

/** Parses an expression of any kind, from OR down. */
export function parseExpression(cursor: Cursor): SqlNode {
  return cursor.nest(() => parseChain(cursor, ['OR'], () => parseAnd(cursor)))
}

function parseAnd(cursor: Cursor): SqlNode {
  return parseChain(cursor, ['AND'], () => parseNot(cursor))
}

function parseNot(cursor: Cursor): SqlNode {
  const { start } = cursor.token.span
  if (!cursor.takeWord('NOT')) return parsePredicate(cursor)
  const operand = cursor.nest(() => parseNot(cursor))
  return { kind: 'unary', op: 'NOT', operand, span: cursor.spanFrom(start) }
}

/** `a OR b OR c`, from the left. */
function parseChain(
  cursor: Cursor,
  words: readonly string[],
  parseOperand: () => SqlNode,
): SqlNode {
  const { start } = cursor.token.span
  let node = parseOperand()
  while (cursor.isWord(...words)) {
    const op = cursor.take().value.toUpperCase()
    node = { kind: 'binary', op, left: node, right: parseOperand(), span: cursor.spanFrom(start) }
  }
  return node
}

const COMPARISONS = ['=', '==', '<>', '!=', '<', '<=', '>', '>=', '<=>']
const REGULAR = ['~', '~*', '!~', '!~*']

/** A comparison or another predicate. Two in a row are read differently by dialects, and refused. */
function parsePredicate(cursor: Cursor): SqlNode {
  const { start } = cursor.token.span
  const operand = parseOperators(cursor)
  const form = parsePredicateForm(cursor, operand)
  if (form === null) return operand
  const node = { ...form, span: cursor.spanFrom(start) }
  const { token } = cursor
  if (parsePredicateForm(cursor, node) !== null) {
    refuse('two comparisons in a row; dialects read them differently without parentheses', {
      start: token.span.start,
      end: cursor.token.span.start,
    })
  }
  return node
}

function parsePredicateForm(cursor: Cursor, operand: SqlNode): SqlForm | null {
  if (cursor.isSign(...COMPARISONS)) {
    const op = cursor.take().value
    return { kind: 'binary', op, left: operand, right: parseOperators(cursor) }
  }
  if (cursor.isSign(...REGULAR)) {
    const { value, span } = cursor.take()
    if (value.endsWith('*')) refuse(`${value} compares without case; use LOWER`, span)
    const pattern = parseOperators(cursor)
    return { kind: 'like', op: 'REGEXP', not: value === '!~', operand, pattern, escapedBy: null }
  }
  if (cursor.takeWord('IS')) return parseIs(cursor, operand)
  if (cursor.isWord('ISNULL', 'NOTNULL')) {
    return {
      kind: 'is',
      not: cursor.take().value.toUpperCase() === 'NOTNULL',
      what: 'NULL',
      operand,
    }
  }
  const isNegated = cursor.isWord('NOT') && isPredicateWord(cursor.ahead().value)
  if (isNegated) cursor.take()
  return parseWordPredicate(cursor, operand, isNegated)
}

const WORDS = ['IN', 'BETWEEN', 'LIKE', 'ILIKE', 'RLIKE', 'REGEXP', 'SIMILAR']

function isPredicateWord(word: string): boolean {
  return WORDS.includes(word.toUpperCase())
}

function parseWordPredicate(cursor: Cursor, operand: SqlNode, not: boolean): SqlForm | null {
  if (cursor.takeWord('IN')) return { kind: 'in', not, operand, list: parseList(cursor) }
  if (cursor.takeWord('BETWEEN')) {
    const low = parseOperators(cursor)
    cursor.needWord('AND')
    return { kind: 'between', not, operand, low, high: parseOperators(cursor) }
  }
  if (cursor.isWord('SIMILAR')) refuse('SIMILAR TO has patterns of its own', cursor.token.span)
  if (!cursor.isWord('LIKE', 'ILIKE', 'RLIKE', 'REGEXP')) return null
  const word = cursor.take().value.toUpperCase()
  const op = word === 'LIKE' || word === 'ILIKE' ? word : 'REGEXP'
  if (cursor.isWord('ANY', 'ALL'))
    refuse(`${word} ${cursor.token.value} compares with a list`, cursor.token.span)
  const pattern = parseOperators(cursor)
  const escapedBy = cursor.takeWord('ESCAPE') ? parseOperators(cursor) : null
  return { kind: 'like', op, not, operand, pattern, escapedBy }
}

function parseIs(cursor: Cursor, operand: SqlNode): SqlForm {
  const not = cursor.takeWord('NOT')
  if (cursor.takeWord('DISTINCT')) {
    cursor.needWord('FROM')
    const right = parseOperators(cursor)
    return { kind: 'binary', op: not ? '<=>' : 'IS DISTINCT FROM', left: operand, right }
  }
  if (!cursor.isWord('NULL', 'TRUE', 'FALSE', 'UNKNOWN'))
    cursor.unexpected('NULL, TRUE or FALSE after IS')
  return { kind: 'is', not, what: cursor.take().value.toUpperCase(), operand }
}

function parseList(cursor: Cursor): readonly SqlNode[] {
  cursor.needSign('(')
  if (cursor.isWord('SELECT', 'WITH', 'VALUES'))
    refuse('a query within an expression', cursor.token.span)
  const list = [parseExpression(cursor)]
  while (cursor.takeSign(',')) list.push(parseExpression(cursor))
  cursor.needSign(')')
  return list
}

/** Operators between + and ||: dialects disagree which binds tighter. */
function parseOperators(cursor: Cursor): SqlNode {
  const { start } = cursor.token.span
  const first = parseSum(cursor)
  let node = first
  while (cursor.isSign('||')) {
    const { span } = cursor.take()
    const right = parseSum(cursor)
    if ([first, right].some(isArithmetic)) {
      refuse('|| beside arithmetic; dialects read it differently without parentheses', span)
    }
    node = { kind: 'binary', op: '||', left: node, right, span: cursor.spanFrom(start) }
  }
  if (cursor.isSign('->', '->>')) refuse('a path into JSON', cursor.token.span)
  if (cursor.isSign('^', '**', '&', '|', '#')) {
    refuse(`the operator ${cursor.token.value}, which differs between dialects`, cursor.token.span)
  }
  return node
}

function isArithmetic(node: SqlNode): boolean {
  return node.kind === 'binary' && node.isGrouped !== true && /^([-+*/%]|\/\/|DIV)$/.test(node.op)
}

function parseSum(cursor: Cursor): SqlNode {
  return parseSigns(cursor, ['+', '-'], () => parseProduct(cursor))
}

function parseProduct(cursor: Cursor): SqlNode {
  return parseSigns(cursor, ['*', '/', '%', '//', 'DIV'], () => parseUnary(cursor))
}

function parseSigns(
  cursor: Cursor,
  signs: readonly string[],
  parseOperand: () => SqlNode,
): SqlNode {
  const { start } = cursor.token.span
  let node = parseOperand()
  while (cursor.isSign(...signs) || (signs.includes('DIV') && cursor.isWord('DIV'))) {
    const op = cursor.take().value.toUpperCase()
    node = { kind: 'binary', op, left: node, right: parseOperand(), span: cursor.spanFrom(start) }
  }
  return node
}

function parseUnary(cursor: Cursor): SqlNode {
  const { start } = cursor.token.span
  if (!cursor.isSign('-', '+')) return parsePostfix(cursor)
  const op = cursor.take().value as '-' | '+'
  const operand = cursor.nest(() => parseUnary(cursor))
  return { kind: 'unary', op, operand, span: cursor.spanFrom(start) }
}

/** `x::type`, and what may not follow a value. */
function parsePostfix(cursor: Cursor): SqlNode {
  const { start } = cursor.token.span
  let node = parsePrimary(cursor, parseExpression)
  for (;;) {
    if (cursor.takeSign('::')) {
      const type = parseType(cursor)
      node = { kind: 'cast', operand: node, ...type, isTry: false, span: cursor.spanFrom(start) }
    } else if (cursor.isSign('[')) refuse('an element of an array', cursor.token.span)
    else if (cursor.isSign(':')) refuse('a path into JSON', cursor.token.span)
    else if (cursor.isWord('AT')) refuse('AT TIME ZONE; times have no zone here', cursor.token.span)
    else if (cursor.isWord('COLLATE')) refuse('COLLATE', cursor.token.span)
    else return node
  }
}

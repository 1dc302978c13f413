import type { IToken } from 'chevrotain'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Expr } from '../tree/expr.ts'
import type { Complaints } from './climb.ts'
import type { Piece } from './item.ts'
import { spanOf } from './lex.ts'
import { Or } from './tokens.ts'

/** A word between two values, and what stands to its left. */
export interface WordOperation {
  readonly operator: IToken
  readonly left: Piece
  readonly sink: Complaints
}

/** `x IN (a, b)` as `IN(x, a, b)`. */
export function inCall(operation: WordOperation, list: Piece): Piece {
  return called(operation, 'IN', [list.expr, ...(list.list?.others ?? [])], list.span.end)
}

/** `x LIKE p` as `Like(x, p)`. */
export function likeCall(operation: WordOperation, pattern: Piece): Piece {
  return called(operation, 'Like', [pattern.expr], pattern.span.end)
}

/** `x BETWEEN a AND b` as `Between(x, a, b)`. */
export function betweenCall(operation: WordOperation, first: Piece, last: Piece): Piece {
  return called(operation, 'Between', [first.expr, last.expr], last.span.end)
}

/** The same without its AND, which is complained of: `next` stands in its place, an operator or nothing. */
export function betweenWithoutAnd(
  operation: WordOperation,
  first: Piece,
  next: IToken | undefined,
): Piece {
  const params = { form: 'BETWEEN', instead: 'BETWEEN … AND …' }
  const joined = next !== undefined && next.tokenType === Or
  const fixes = joined ? [replaceBy('write AND', spanOf(next), 'AND')] : []
  const span = spanOf(operation.operator)
  operation.sink.complain(report('EXP1013', { span, params, expected: ['AND'], fixes }))
  return betweenCall(operation, first, first)
}

/** `x IS NULL` and `x IS NOT NULL` as `IsNull(x)` and `IsNotNull(x)`; anything but NULL is complained of. */
export function nullTest(operation: WordOperation, negated: boolean, tested: Piece): Piece {
  const { operator, sink } = operation
  if (tested.expr.kind !== 'null') {
    const span = spanOf(operator)
    const end = tested.span.start
    const params = { form: negated ? 'IS NOT' : 'IS', instead: negated ? '!=' : '=' }
    const whole = { start: span.start, end }
    const fixes = [replaceBy(`compare with ${params.instead}`, whole, `${params.instead} `)]
    sink.complain(report('EXP1013', { span, params, fixes }))
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

import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Expr } from '../tree/expr.ts'
import type { Span } from '../tree/span.ts'
import type { DiagnosticSink } from './climb.ts'
import type { Builder } from './grammar.ts'
import { getTokenSpan, type Token } from './token.ts'

/** Builds the nodes of calls and collects the diagnostics of one text. */
export class TreeBuilder implements Builder {
  readonly text: string
  readonly diagnostics: Diagnostic[] = []
  /** Whether a node is used in more than one place of the tree. */
  shares = false

  constructor(text: string) {
    this.text = text
  }

  call(name: Token, args: readonly Expr[], span: Span): Expr {
    return createCallNode(name, args, span, this)
  }

  choice(word: Token, compared: Expr | null, branches: readonly Expr[], span: Span): Expr {
    this.shares ||= compared !== null
    return createCaseNode(word, compared, branches, span)
  }

  addDiagnostic(diagnostic: Diagnostic): void {
    this.diagnostics.push(diagnostic)
  }
}

/** The node of a call. `AND(a, b)`, `OR(a, b)` and `NotIn(a, b)` become the nodes of `a AND b`, `a OR b` and `NOT IN(a, b)`. */
function createCallNode(
  name: Token,
  args: readonly Expr[],
  span: Span,
  sink: DiagnosticSink,
): Expr {
  const { image } = name
  const nameSpan = getTokenSpan(name)
  const call: Expr = { kind: 'call', name: image, nameSpan, args, span }
  const { length } = image
  if (length !== 2 && length !== 3 && length !== 5) return call
  const op = image.toUpperCase()
  if (op === 'NOTIN') return { kind: 'not', operand: { ...call, name: 'IN' }, span }
  if (op !== 'AND' && op !== 'OR') return call
  if (args.length < 2) {
    const argumentCount = args.length === 0 ? 'no arguments' : '1 argument'
    const params = { function: op, expected: 'two conditions', found: argumentCount }
    const fixes = args.length === 1 ? [replaceBy(`remove ${op}`, nameSpan, '')] : []
    sink.addDiagnostic(report('EXP2002', { span, params, fixes }))
  }
  const operands = args.flatMap((argument) =>
    argument.kind === 'logical' && argument.op === op ? argument.operands : [argument],
  )
  return { kind: 'logical', op, operands, span }
}

/** `CASE` as a call of `Case` with conditions and results in turn. `CASE x WHEN a` gets the condition `x = a`. */
function createCaseNode(
  word: Token,
  compared: Expr | null,
  branches: readonly Expr[],
  span: Span,
): Expr {
  const isCondition = (index: number) => index % 2 === 0 && index < branches.length - 1
  const args = branches.map((branch, index) =>
    compared !== null && isCondition(index) ? equals(compared, branch) : branch,
  )
  return { kind: 'call', name: 'Case', nameSpan: getTokenSpan(word), args, span }
}

function equals(left: Expr, right: Expr): Expr {
  return { kind: 'comparison', op: '=', left, right, span: right.span }
}

import type { IToken } from 'chevrotain'
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Span } from '../span.ts'
import { isA, spanOf } from './lex.ts'
import { endsValue, openBefore } from './operand.ts'
import { And, Close, Comma, Compare, Infix, Leaf, Not, Open, Or, Prefix, Word } from './tokens.ts'

interface Failure {
  readonly tokens: readonly IToken[]
  /** Index of the token that has no place; the number of tokens at the end of the text. */
  readonly at: number
  /** Indices of the parentheses open there. */
  readonly open: readonly number[]
}

/** Why the grammar gave up at a token, in words about the text. */
export function explainFailure(
  text: string,
  tokens: readonly IToken[],
  failedAt: IToken,
): Diagnostic {
  const found = tokens.indexOf(failedAt)
  const at = found === -1 ? tokens.length : found
  const failure: Failure = { tokens, at, open: openBefore(tokens, at) }
  return endsValue(tokens[at - 1]) ? afterValue(failure) : beforeValue(failure, text)
}

function afterValue(failure: Failure): Diagnostic {
  const { tokens, at, open } = failure
  const token = tokens[at]
  if (token === undefined) return unclosed(failure)
  const span = spanOf(token)
  if (isA(token, Close) && open.length === 0) {
    return report('EXP1015', { span, fixes: [replaceBy("remove ')'", span, '')] })
  }
  if (isA(token, Leaf) || isA(token, Word) || isA(token, Open) || isA(token, Not)) {
    return missingOperator(failure, token)
  }
  const fixes = [replaceBy('join with AND', span, ' AND')]
  return report('EXP1018', { span, params: { found: shown(token) }, fixes })
}

function unclosed({ tokens, at, open }: Failure): Diagnostic {
  const opened = open.at(-1)
  const end = spanOf(tokens[at - 1]!).end
  if (opened === undefined) return missingValue({ start: end, end }, 'at the end', [])
  const places = [end]
  const early = isA(tokens[opened - 1], Word) ? firstOperatorAfter(tokens, opened) : null
  if (early !== null) places.unshift(spanOf(tokens[early - 1]!).end)
  return report('EXP1010', {
    span: spanOf(tokens[opened]!),
    labels: [{ span: { start: end, end }, text: "',' or ')' is missing here" }],
    fixes: places.map((place) => {
      const missing = place === end ? open.length : 1
      return replaceBy("add ')'", { start: place, end: place }, ')'.repeat(missing))
    }),
  })
}

/** A call that swallows an AND most likely lost its ')' before it. */
function firstOperatorAfter(tokens: readonly IToken[], opened: number): number | null {
  let depth = 0
  for (let at = opened + 1; at < tokens.length; at++) {
    const token = tokens[at]
    if (isA(token, Open)) depth += 1
    if (isA(token, Close)) depth -= 1
    const splits = isA(token, And) || isA(token, Or) || isA(token, Compare)
    if (depth === 0 && splits && endsValue(tokens[at - 1])) return at
  }
  return null
}

function missingOperator({ tokens, at, open }: Failure, token: IToken): Diagnostic {
  const before = spanOf(tokens[at - 1]!).end
  const place: Span = { start: before, end: before }
  const inner = open.at(-1)
  const comma = replaceBy("add ','", place, ',')
  const and = replaceBy('join with AND', place, spanOf(token).start > before ? ' AND' : ' AND ')
  const inCall = inner !== undefined && isA(tokens[inner - 1], Word)
  return report('EXP1017', {
    span: spanOf(token),
    params: { found: shown(token) },
    fixes: inCall ? [comma, and] : [and],
  })
}

function beforeValue({ tokens, at }: Failure, text: string): Diagnostic {
  const token = tokens[at]
  const before = tokens[at - 1]
  const fixes: Fix[] = []
  for (const one of [before, token]) {
    const joins = isA(one, Comma) || isA(one, And) || isA(one, Or)
    const removable = joins || (token && (isA(one, Infix) || isA(one, Prefix)))
    if (one && removable) fixes.push(replaceBy(`remove ${shown(one)}`, spanOf(one), ''))
  }
  if (token) return missingValue(spanOf(token), `before ${shown(token)}`, fixes)
  const end = before ? spanOf(before).end : text.length
  return missingValue({ start: end, end }, 'at the end', fixes)
}

function missingValue(span: Span, where: string, fixes: readonly Fix[]): Diagnostic {
  return report('EXP1016', { span, params: { where }, fixes })
}

function shown(token: IToken): string {
  const { image } = token
  const cut = image.length > 40 ? `${image.slice(0, 39)}…` : image
  return isA(token, Leaf) ? cut : `'${cut}'`
}

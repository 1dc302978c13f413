import type { IToken } from 'chevrotain'
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Span } from '../tree/span.ts'
import type { Failure } from './explain-failure.ts'
import { isA, spanOf } from './lex.ts'
import { type Finding, HOLE } from './mend.ts'
import { shown } from './shown.ts'
import { And, Close, Comma, Compare, Infix, Open, Or, Prefix, Word } from './tokens.ts'

/** Why the grammar gave up where a value should begin: a sign of another language, or no value at all. */
export function explainMissingValue(failure: Failure): Finding {
  const { tokens, at, open } = failure
  const [before, token] = [tokens[at - 1], tokens[at]]
  if (token !== undefined && isA(token, Close) && open.length === 0) return stray(token, at)
  const foreign = before && token ? foreignSign(before, token) : null
  if (foreign !== null) return { diagnostic: foreign, mend: { at, remove: 1, insert: [] } }
  const rows = token === undefined ? null : countOfRows(tokens, at)
  if (rows !== null) return { diagnostic: rows, mend: { at, remove: 1, insert: [] } }
  return missingValue(failure)
}

/** The finding that a `)` closes nothing. */
export function stray(close: IToken, at: number): Finding {
  const span = spanOf(close)
  const fixes = [replaceBy("remove ')'", span, '')]
  return { diagnostic: report('EXP1015', { span, fixes }), mend: { at, remove: 1, insert: [] } }
}

/** Signs of other languages, which are two of ours in a row. */
const FOREIGN_SIGNS: ReadonlyMap<string, string> = new Map([
  ['=>', '>='],
  ['=<', '<='],
  ['===', '='],
  ['!==', '!='],
  ['><', '!='],
])

function foreignSign(before: IToken, token: IToken): Diagnostic | null {
  const { end } = spanOf(before)
  if (!isA(before, Compare) || end !== token.startOffset) return null
  const form = before.image + token.image
  const instead = FOREIGN_SIGNS.get(form)
  if (instead === undefined) return null
  const span = { start: before.startOffset, end: spanOf(token).end }
  const fixes = [replaceBy(`write ${instead}`, span, instead)]
  return report('EXP1013', { span, params: { form: `'${form}'`, instead }, fixes })
}

/** `Count(*)`, which counts rows in SQL. */
function countOfRows(tokens: readonly IToken[], at: number): Diagnostic | null {
  const [name, open, star, close] = tokens.slice(Math.max(0, at - 2), at + 2)
  if (!isA(name, Word) || name?.image.toLowerCase() !== 'count') return null
  if (!isA(open, Open) || star?.image !== '*' || !isA(close, Close)) return null
  const span = spanOf(star)
  const fixes = [replaceBy("remove '*'", span, '')]
  return report('EXP1013', { span, params: { form: 'Count(*)', instead: 'Count()' }, fixes })
}

function missingValue({ text, tokens, at }: Failure): Finding {
  const [before, token] = [tokens[at - 1], tokens[at]]
  const end = before ? spanOf(before).end : text.length
  const span: Span = token ? spanOf(token) : { start: end, end }
  const where = token ? `before ${shown(token)}` : 'at the end'
  const fixes: Fix[] = []
  for (const one of [before, token]) {
    if (one === undefined || one.image === '') continue
    const joins = isA(one, Comma) || isA(one, And) || isA(one, Or)
    const removable = joins || (token && (isA(one, Infix) || isA(one, Prefix)))
    if (removable) fixes.push(replaceBy(`remove ${shown(one)}`, withSpace(text, one), ''))
  }
  const diagnostic = report('EXP1016', { span, params: { where }, expected: ['a value'], fixes })
  // Of two comparisons in a row the second is left out: with a value between them they would chain.
  const twice = isA(before, Compare) && isA(token, Compare)
  const mend = { at, remove: twice ? 1 : 0, insert: twice ? [] : [HOLE] }
  return { diagnostic, mend }
}

/** Where a token stands, with the space before it where there is some behind it as well. */
function withSpace(text: string, token: IToken): Span {
  const { start, end } = spanOf(token)
  const after = text[end] ?? ' '
  return { start: text[start - 1] === ' ' && /[\s,)]/.test(after) ? start - 1 : start, end }
}

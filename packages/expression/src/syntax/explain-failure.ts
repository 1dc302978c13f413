import type { TokenType } from 'chevrotain'
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Span } from '../tree/span.ts'
import {
  beginsValue,
  endsValue,
  type Finding,
  isInCall,
  MISSING_VALUE,
  openBefore,
  quoteToken,
} from './repair.ts'
import { getTokenSpan, isA, type Token } from './token.ts'
import {
  And,
  Case,
  Close,
  Comma,
  Compare,
  Else,
  End,
  Infix,
  Is,
  isLeaf,
  Not,
  Null,
  Open,
  Or,
  Prefix,
  Then,
  When,
  Word,
} from './tokens.ts'

/** The place at which the grammar failed. */
interface Failure {
  readonly text: string
  readonly tokens: readonly Token[]
  /** The index of the unexpected token; the number of tokens at the end of the text. */
  readonly at: number
  /** The indices of the parentheses that are open there. */
  readonly open: readonly number[]
}

/** Explains why the grammar failed at a token, in terms of the text. */
export function explainFailure(text: string, tokens: readonly Token[], failedAt: Token): Finding {
  const tokenIndex = tokens.indexOf(failedAt)
  const at = tokenIndex === -1 ? tokens.length : tokenIndex
  const failure: Failure = { text, tokens, at, open: openBefore(tokens, at) }
  if (!endsValue(tokens[at - 1])) return explainMissingValue(failure)
  return explainUnfinishedCase(failure) ?? explainMissingOperator(failure)
}

/** Explains a failure where a value should begin: an operator of another language, or a missing value. */
function explainMissingValue(failure: Failure): Finding {
  const { tokens, at, open } = failure
  const [before, token] = [tokens[at - 1], tokens[at]]
  if (token !== undefined && isA(token, Close) && open.length === 0) return stray(token, at)
  const foreign = before && token ? foreignSign(before, token) : null
  if (foreign !== null) return { diagnostic: foreign, repair: { at, remove: 1, insert: [] } }
  const rows = token === undefined ? null : countOfRows(tokens, at)
  if (rows !== null) return { diagnostic: rows, repair: { at, remove: 1, insert: [] } }
  return missingValue(failure)
}

/** A `)` without a `(`. */
function stray(close: Token, at: number): Finding {
  const span = getTokenSpan(close)
  const fixes = [replaceBy("remove ')'", span, '')]
  return { diagnostic: report('EXP1015', { span, fixes }), repair: { at, remove: 1, insert: [] } }
}

/** Operators of other languages that are read as two operators here. */
const FOREIGN_SIGNS: ReadonlyMap<string, string> = new Map([
  ['=>', '>='],
  ['=<', '<='],
  ['===', '='],
  ['!==', '!='],
  ['><', '!='],
])

function foreignSign(before: Token, token: Token): Diagnostic | null {
  const { end } = getTokenSpan(before)
  if (!isA(before, Compare) || end !== token.startOffset) return null
  const form = before.image + token.image
  const instead = FOREIGN_SIGNS.get(form)
  if (instead === undefined) return null
  const span = { start: before.startOffset, end: getTokenSpan(token).end }
  const fixes = [replaceBy(`write ${instead}`, span, instead)]
  return report('EXP1013', { span, params: { form: `'${form}'`, instead }, fixes })
}

/** `Count(*)`, which SQL has for counting rows. */
function countOfRows(tokens: readonly Token[], at: number): Diagnostic | null {
  const [name, open, star, close] = tokens.slice(Math.max(0, at - 2), at + 2)
  if (!isA(name, Word) || name?.image.toLowerCase() !== 'count') return null
  if (!isA(open, Open) || star?.image !== '*' || !isA(close, Close)) return null
  const span = getTokenSpan(star)
  const fixes = [replaceBy("remove '*'", span, '')]
  return report('EXP1013', { span, params: { form: 'Count(*)', instead: 'Count()' }, fixes })
}

function missingValue({ text, tokens, at }: Failure): Finding {
  const [before, token] = [tokens[at - 1], tokens[at]]
  const end = before ? getTokenSpan(before).end : text.length
  const span: Span = token ? getTokenSpan(token) : { start: end, end }
  const where = token ? `before ${quoteToken(token)}` : 'at the end'
  const fixes: Fix[] = []
  for (const neighbor of [before, token]) {
    if (neighbor === undefined || neighbor.image === '') continue
    const joins = isA(neighbor, Comma) || isA(neighbor, And) || isA(neighbor, Or)
    const removable = joins || (token && (isA(neighbor, Infix) || isA(neighbor, Prefix)))
    if (removable)
      fixes.push(replaceBy(`remove ${quoteToken(neighbor)}`, withSpace(text, neighbor), ''))
  }
  const diagnostic = report('EXP1016', { span, params: { where }, expected: ['a value'], fixes })
  // Of two comparisons in a row the second is left out: with a value between them they would chain.
  const twice = isA(before, Compare) && isA(token, Compare)
  const repair = { at, remove: twice ? 1 : 0, insert: twice ? [] : [MISSING_VALUE] }
  return { diagnostic, repair }
}

/** The span of a token, with the space before it when there is space after it as well. */
function withSpace(text: string, token: Token): Span {
  const { start, end } = getTokenSpan(token)
  const after = text[end] ?? ' '
  return { start: text[start - 1] === ' ' && /[\s,)]/.test(after) ? start - 1 : start, end }
}

/** Explains a failure after a value: a missing operator, a parenthesis too few or too many, a word out of place. */
function explainMissingOperator(failure: Failure): Finding {
  const { tokens, at, open } = failure
  const token = tokens[at]
  if (token === undefined) return explainUnclosed(failure)
  if (isA(token, Close) && open.length === 0) return stray(token, at)
  if (isA(token, Not)) return afterNot(failure, token) ?? missingOperator(failure, token)
  const begins = isLeaf(token) || isA(token, Word) || isA(token, Open) || isA(token, Case)
  return begins ? missingOperator(failure, token) : explainUnexpected(failure, token)
}

function explainUnclosed({ tokens, open }: Failure): Finding {
  const opened = open.at(-1)!
  const { end } = getTokenSpan(tokens.at(-1)!)
  const inCall = isA(tokens[opened - 1], Word)
  const early = inCall ? operatorInside(tokens, opened) : null
  const place = early === null ? end : getTokenSpan(tokens[early - 1]!).end
  const places = early === null ? [end] : [place, end]
  const diagnostic = report('EXP1010', {
    span: { start: place, end: place },
    labels: [{ span: getTokenSpan(tokens[opened]!), text: 'opened here' }],
    expected: inCall ? ["','", "')'"] : ["')'"],
    fixes: places.map((at) => {
      const missing = at === end ? open.length : 1
      return replaceBy("add ')'", { start: at, end: at }, ')'.repeat(missing))
    }),
  })
  const insert = open.map(() => Close)
  return { diagnostic, repair: { at: tokens.length, remove: 0, insert } }
}

/** The index of a logical operator or comparison inside an unclosed call: the `)` is most likely missing before it. Null when there is none. */
function operatorInside(tokens: readonly Token[], opened: number): number | null {
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

/** `! =` and `NOT NULL`. */
function afterNot({ tokens, at }: Failure, not: Token): Finding | null {
  const next = tokens[at + 1]
  if (next === undefined) return null
  const span = { start: not.startOffset, end: getTokenSpan(next).end }
  if (not.image === '!' && isA(next, Compare) && next.image === '=') {
    const params = { form: "'! ='", instead: '!=' }
    const fixes = [replaceBy('write !=', span, '!=')]
    return {
      diagnostic: report('EXP1013', { span, params, fixes }),
      repair: { at, remove: 1, insert: [] },
    }
  }
  if (!isA(next, Null) || next.image === '') return null
  const params = { form: 'NOT NULL', instead: 'IS NOT NULL' }
  const fixes = [replaceBy('write IS NOT NULL', span, 'IS NOT NULL')]
  const repair = { at, remove: 0, insert: [Is] }
  return { diagnostic: report('EXP1013', { span, params, fixes }), repair }
}

function missingOperator({ tokens, at, open }: Failure, token: Token): Finding {
  const before = getTokenSpan(tokens[at - 1]!).end
  const place = { start: before, end: before }
  const comma = replaceBy("add ','", place, ',')
  const and = replaceBy(
    'join with AND',
    place,
    getTokenSpan(token).start > before ? ' AND' : ' AND ',
  )
  const inCall = isInCall(tokens, open)
  const diagnostic = report('EXP1017', {
    span: getTokenSpan(token),
    params: { what: inCall ? "an operator or ','" : 'an operator', found: quoteToken(token) },
    expected: inCall ? ['an operator', "','"] : ['an operator'],
    fixes: inCall ? [comma, and] : [and],
  })
  return { diagnostic, repair: { at, remove: 0, insert: [inCall ? Comma : And] } }
}

/** A comma outside a call, or a word of a CASE out of order. */
function explainUnexpected({ tokens, at }: Failure, token: Token): Finding {
  const span = getTokenSpan(token)
  const and = replaceBy('join with AND', span, isA(token, Comma) ? ' AND' : 'AND')
  const fixes = [and, replaceBy(`remove ${quoteToken(token)}`, span, '')]
  const params = { found: quoteToken(token) }
  const diagnostic = report('EXP1018', { span, params, expected: ['an operator'], fixes })
  const last = at === tokens.length - 1
  return { diagnostic, repair: { at, remove: 1, insert: last ? [] : [And] } }
}

/** Explains a CASE that goes on with the wrong word; null when the innermost CASE is not the problem. */
function explainUnfinishedCase({ tokens, at, open }: Failure): Finding | null {
  const inner = openCase(tokens, at)
  if (inner === null || inner.word < (open.at(-1) ?? -1)) return null
  const insert = missingFrom(inner.mark, tokens[at])
  if (insert === null) return null
  const missing = insert[0]!.name.toUpperCase()
  const { end } = getTokenSpan(tokens[at - 1]!)
  const place = { start: end, end }
  const diagnostic = report('EXP1024', {
    span: place,
    params: { missing },
    labels: [{ span: getTokenSpan(tokens[inner.word]!), text: 'opened here' }],
    expected: [missing],
    fixes: [replaceBy(`add ${missing}`, place, ` ${missing}`)],
  })
  return { diagnostic, repair: { at, remove: 0, insert } }
}

const CASE_WORDS: ReadonlySet<TokenType> = new Set([When, Then, Else, End])

/** The words of a CASE that are missing between one of its words and the next token. */
function missingFrom(mark: TokenType, next: Token | undefined): readonly TokenType[] | null {
  const to = next?.tokenType
  const value = beginsValue(next)
  const ends = next === undefined || to === Close || to === End
  if (mark === Case) {
    if (value) return [When]
    if (to === Then) return [When, MISSING_VALUE]
    return ends || to === Else ? [When, MISSING_VALUE, Then, MISSING_VALUE] : null
  }
  if (mark === When) {
    if (value) return [Then]
    return ends || to === Else || to === When ? [Then, MISSING_VALUE] : null
  }
  return next === undefined || to === Close ? [End] : null
}

/** The innermost CASE that is open before a token, and the last of its words. */
function openCase(
  tokens: readonly Token[],
  end: number,
): { readonly word: number; readonly mark: TokenType } | null {
  const open: { word: number; mark: TokenType }[] = []
  for (let at = 0; at < end; at++) {
    const { tokenType } = tokens[at]!
    if (tokenType === Case) open.push({ word: at, mark: Case })
    else if (tokenType === End) open.pop()
    else if (CASE_WORDS.has(tokenType)) {
      const last = open.at(-1)
      if (last) last.mark = tokenType
    }
  }
  return open.at(-1) ?? null
}

import type { IToken } from 'chevrotain'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Failure } from './explain-failure.ts'
import { stray } from './explain-missing-value.ts'
import { isA, retyped, spanOf } from './lex.ts'
import type { Finding } from './mend.ts'
import { endsValue, isInCall } from './operand.ts'
import { shown } from './shown.ts'
import {
  And,
  Case,
  Close,
  Comma,
  Compare,
  isLeaf,
  Not,
  Null,
  Open,
  Or,
  Word,
  WordOperator,
} from './tokens.ts'

/** Why the grammar gave up behind a value: no operator, a parenthesis too few or too many, a word out of place. */
export function explainMissingOperator(failure: Failure): Finding {
  const { tokens, at, open } = failure
  const token = tokens[at]
  if (token === undefined) return unclosed(failure)
  if (isA(token, Close) && open.length === 0) return stray(token, at)
  if (isA(token, Not)) return afterNot(failure, token) ?? missingOperator(failure, token)
  const begins = isLeaf(token) || isA(token, Word) || isA(token, Open) || isA(token, Case)
  return begins ? missingOperator(failure, token) : unexpected(failure, token)
}

function unclosed({ tokens, open }: Failure): Finding {
  const opened = open.at(-1)!
  const { end } = spanOf(tokens.at(-1)!)
  const inCall = isA(tokens[opened - 1], Word)
  const early = inCall ? operatorInside(tokens, opened) : null
  const place = early === null ? end : spanOf(tokens[early - 1]!).end
  const places = early === null ? [end] : [place, end]
  const diagnostic = report('EXP1010', {
    span: { start: place, end: place },
    labels: [{ span: spanOf(tokens[opened]!), text: 'opened here' }],
    expected: inCall ? ["','", "')'"] : ["')'"],
    fixes: places.map((at) => {
      const missing = at === end ? open.length : 1
      return replaceBy("add ')'", { start: at, end: at }, ')'.repeat(missing))
    }),
  })
  const insert = open.map(() => Close)
  return { diagnostic, mend: { at: tokens.length, remove: 0, insert } }
}

/** A call that swallows an AND most likely lost its ')' before it. */
function operatorInside(tokens: readonly IToken[], opened: number): number | null {
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

/** `! =` and `NOT NULL`: operators with something left out. */
function afterNot({ tokens, at }: Failure, not: IToken): Finding | null {
  const next = tokens[at + 1]
  if (next === undefined) return null
  const span = { start: not.startOffset, end: spanOf(next).end }
  if (not.image === '!' && isA(next, Compare) && next.image === '=') {
    const params = { form: "'! ='", instead: '!=' }
    const fixes = [replaceBy('write !=', span, '!=')]
    return {
      diagnostic: report('EXP1013', { span, params, fixes }),
      mend: { at, remove: 1, insert: [] },
    }
  }
  if (!isA(next, Null) || next.image === '') return null
  const params = { form: 'NOT NULL', instead: 'IS NOT NULL' }
  const fixes = [replaceBy('write IS NOT NULL', span, 'IS NOT NULL')]
  const mend = { at, remove: 0, insert: [retyped(not, WordOperator, 'IS')] }
  return { diagnostic: report('EXP1013', { span, params, fixes }), mend }
}

function missingOperator({ tokens, at, open }: Failure, token: IToken): Finding {
  const before = spanOf(tokens[at - 1]!).end
  const place = { start: before, end: before }
  const comma = replaceBy("add ','", place, ',')
  const and = replaceBy('join with AND', place, spanOf(token).start > before ? ' AND' : ' AND ')
  const inCall = isInCall(tokens, open)
  const diagnostic = report('EXP1017', {
    span: spanOf(token),
    params: { what: inCall ? "an operator or ','" : 'an operator', found: shown(token) },
    expected: inCall ? ['an operator', "','"] : ['an operator'],
    fixes: inCall ? [comma, and] : [and],
  })
  return { diagnostic, mend: { at, remove: 0, insert: [inCall ? Comma : And] } }
}

/** A comma outside of a call, or a word of CASE out of its order. */
function unexpected({ tokens, at }: Failure, token: IToken): Finding {
  const span = spanOf(token)
  const and = replaceBy('join with AND', span, isA(token, Comma) ? ' AND' : 'AND')
  const fixes = [and, replaceBy(`remove ${shown(token)}`, span, '')]
  const params = { found: shown(token) }
  const diagnostic = report('EXP1018', { span, params, expected: ['an operator'], fixes })
  const last = at === tokens.length - 1
  return { diagnostic, mend: { at, remove: 1, insert: last ? [] : [And] } }
}

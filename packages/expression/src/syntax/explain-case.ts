import type { IToken, TokenType } from 'chevrotain'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { Failure } from './explain-failure.ts'
import { spanOf } from './lex.ts'
import { type Finding, HOLE } from './mend.ts'
import { beginsValue } from './operand.ts'
import { Case, Close, Else, End, Then, When } from './tokens.ts'

/** A CASE whose next word is another one than it needs behind the value before; null where that is not the trouble. */
export function explainUnfinishedCase({ tokens, at, open }: Failure): Finding | null {
  const inner = openCase(tokens, at)
  if (inner === null || inner.word < (open.at(-1) ?? -1)) return null
  const insert = missingFrom(inner.mark, tokens[at])
  if (insert === null) return null
  const missing = insert[0]!.name.toUpperCase()
  const { end } = spanOf(tokens[at - 1]!)
  const place = { start: end, end }
  const diagnostic = report('EXP1024', {
    span: place,
    params: { missing },
    labels: [{ span: spanOf(tokens[inner.word]!), text: 'opened here' }],
    expected: [missing],
    fixes: [replaceBy(`add ${missing}`, place, ` ${missing}`)],
  })
  return { diagnostic, mend: { at, remove: 0, insert } }
}

const CASE_WORDS: ReadonlySet<TokenType> = new Set([When, Then, Else, End])

/** What stands between the value behind one word of a CASE and the next token, the first of it being what is missing. */
function missingFrom(mark: TokenType, next: IToken | undefined): readonly TokenType[] | null {
  const to = next?.tokenType
  const value = beginsValue(next)
  const ends = next === undefined || to === Close || to === End
  if (mark === Case) {
    if (value) return [When]
    if (to === Then) return [When, HOLE]
    return ends || to === Else ? [When, HOLE, Then, HOLE] : null
  }
  if (mark === When) {
    if (value) return [Then]
    return ends || to === Else || to === When ? [Then, HOLE] : null
  }
  return next === undefined || to === Close ? [End] : null
}

/** The innermost CASE that is still open before a token, and the last of its own words. */
function openCase(
  tokens: readonly IToken[],
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

import type { IToken } from 'chevrotain'
import type { Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import { nameIn } from './leaf.ts'
import { isA, retyped, spanOf } from './lex.ts'
import { type Finding, HOLE } from './mend.ts'
import type { WordPlace } from './misplaced-words.ts'
import { Comma, Compare, isLeaf, PlainName } from './tokens.ts'

/** An `IN` without parentheses: `IN "a", "b"` or `IN ["a", "b"]`. */
export function explainMissingList({ text, tokens, at }: WordPlace): Finding {
  const word = tokens[at]!
  const last = endOfValues(tokens, at + 1)
  const form = word.image.toUpperCase().replace('!', 'NOT ')
  const diagnostic = report('EXP1013', {
    span: spanOf(word),
    params: { form, instead: `${form} (value, …)` },
    expected: ['a list in parentheses'],
    fixes: last === null ? [] : [inParentheses(text, tokens, at + 1, last)],
  })
  const remove = last === null ? 1 : last - at + 1
  return { diagnostic, mend: { at, remove, insert: [retyped(word, Compare), HOLE] } }
}

/** Index of the last of the values with commas between that begin at an index; null when none does. */
function endOfValues(tokens: readonly IToken[], start: number): number | null {
  const isValue = (at: number): boolean => tokens[at] !== undefined && isLeaf(tokens[at])
  if (!isValue(start)) return null
  let last = start
  while (isA(tokens[last + 1], Comma) && isValue(last + 2)) last += 2
  return last
}

function inParentheses(text: string, tokens: readonly IToken[], from: number, to: number): Fix {
  const span = { start: tokens[from]!.startOffset, end: spanOf(tokens[to]!).end }
  const bracketed = from === to && isA(tokens[from], PlainName) ? nameIn(tokens[from]!) : ''
  const values = /^\s*["'\d]|,/.test(bracketed) ? bracketed : text.slice(span.start, span.end)
  return replaceBy('put the value in parentheses', span, `(${values})`)
}

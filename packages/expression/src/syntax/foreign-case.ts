import type { IToken } from 'chevrotain'
import { replaceBy, report } from '../diagnostics/report.ts'
import type { ForeignForm } from './foreign-forms.ts'
import { isA, spanOf } from './lex.ts'
import { Word } from './tokens.ts'

/**
 * The diagnostic of `CASE WHEN … END`, with nested `If` as its fix. What stands inside is not looked at
 * before the CASE itself is mended.
 */
export function explainCase(text: string, tokens: readonly IToken[], at: number): ForeignForm {
  const end = endOfCase(tokens, at)
  const last = end ?? at
  const span = spanOf(tokens[at]!)
  const whole = { start: span.start, end: spanOf(tokens[last]!).end }
  const mended = end === null ? null : nestedIf(text, tokens, at, end)
  const params = { form: 'CASE', instead: 'If(condition, then, else)' }
  const fixes = mended === null ? [] : [replaceBy('write If', whole, mended)]
  return { diagnostic: report('EXP1013', { span, params, fixes }), next: last + 1 }
}

function endOfCase(tokens: readonly IToken[], at: number): number | null {
  let depth = 0
  for (let index = at; index < tokens.length; index++) {
    if (isWord(tokens[index], 'case')) depth += 1
    if (isWord(tokens[index], 'end')) depth -= 1
    if (depth === 0) return index
  }
  return null
}

/** `WHEN c THEN v` pairs and `ELSE v` as nested calls; null when the words do not come in that order. */
function nestedIf(text: string, tokens: readonly IToken[], at: number, end: number): string | null {
  const parts: { readonly word: string; readonly value: string }[] = []
  const marks = marksOfCase(tokens, at, end)
  for (const [index, mark] of marks.slice(0, -1).entries()) {
    const from = spanOf(tokens[mark]!).end
    const value = text.slice(from, spanOf(tokens[marks[index + 1]!]!).start).trim()
    parts.push({ word: tokens[mark]!.image.toLowerCase(), value })
  }
  let result = parts.at(-1)?.word === 'else' ? parts.pop()!.value : 'NULL'
  if (marks[0] !== at + 1 || parts.length === 0 || parts.length % 2 === 1) return null
  for (let pair = parts.length - 2; pair >= 0; pair -= 2) {
    const [when, then] = [parts[pair]!, parts[pair + 1]!]
    if (when.word !== 'when' || then.word !== 'then') return null
    result = `If(${when.value}, ${then.value}, ${result})`
  }
  return result
}

function marksOfCase(tokens: readonly IToken[], at: number, end: number): readonly number[] {
  const marks: number[] = []
  let depth = 0
  for (let index = at + 1; index <= end; index++) {
    if (isWord(tokens[index], 'case')) depth += 1
    if (depth === 0 && /^(?:when|then|else|end)$/i.test(tokens[index]!.image)) marks.push(index)
    if (isWord(tokens[index], 'end')) depth -= 1
  }
  return marks
}

function isWord(token: IToken | undefined, word: string): boolean {
  return isA(token, Word) && token!.image.toLowerCase() === word
}

import type { IToken } from 'chevrotain'
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.ts'
import { replaceBy, report } from '../diagnostics/report.ts'
import { printName, printText } from '../visit/print-leaf.ts'
import { explainCase } from './foreign-case.ts'
import { explainInfixWord, isInfixWord } from './foreign-infix.ts'
import { isA, spanOf } from './lex.ts'
import { endsValue, isLaterArgument } from './operand.ts'
import { Compare, Not, Open, PlainName, Word } from './tokens.ts'

/** Each may look at the whole text, and nobody reads more. */
const MOST_FOUND = 50

/**
 * Words that stand where the language has none: SQL's infix forms and `CASE`, a call without its
 * parenthesis, a bare name. Found on tokens, before parsing, so that each is named for what it is.
 */
export function findForeignForms(text: string, tokens: readonly IToken[]): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  let at = 0
  while (at < tokens.length && diagnostics.length < MOST_FOUND) {
    const found = isA(tokens[at], Word) ? explainWord(text, tokens, at) : null
    if (found) diagnostics.push(found.diagnostic)
    at = found ? found.next : at + 1
  }
  return diagnostics
}

/** A diagnostic, and the index of the token to look at next. */
export interface ForeignForm {
  readonly diagnostic: Diagnostic
  readonly next: number
}

function explainWord(text: string, tokens: readonly IToken[], at: number): ForeignForm | null {
  const word = tokens[at]!
  const name = word.image.toLowerCase()
  const next = tokens[at + 1]
  const before = isA(tokens[at - 1], Not) ? at - 2 : at - 1
  if (endsValue(tokens[before]) && isInfixWord(name)) return explainInfixWord(text, tokens, at)
  if (name === 'case' && !isA(next, Open)) return explainCase(text, tokens, at)
  if (isA(next, Open)) return null
  if (isInfixWord(name)) return explainInfixWord(text, tokens, at)
  if (isA(next, PlainName)) return { diagnostic: unopenedCall(word), next: at + 1 }
  return { diagnostic: bareName(tokens, at), next: at + 1 }
}

function unopenedCall(word: IToken): Diagnostic {
  const span = spanOf(word)
  return report('EXP1021', {
    span,
    params: { name: word.image },
    fixes: [replaceBy("add '('", { start: span.end, end: span.end }, '(')],
  })
}

function bareName(tokens: readonly IToken[], at: number): Diagnostic {
  const word = tokens[at]!
  const span = spanOf(word)
  const name = word.image
  const field = replaceBy('a field', span, printName({ kind: 'field', name }))
  const value = replaceBy('a text', span, printText(name))
  const textFirst = isA(tokens[at - 1], Compare) || isLaterArgument(tokens, at)
  const fixes: readonly Fix[] = textFirst ? [value, field] : [field, value]
  return report('EXP1011', { span, params: { name }, fixes })
}

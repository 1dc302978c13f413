import type { IToken } from 'chevrotain'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { explainMissingList } from './explain-missing-list.ts'
import { explainMisplacedWord } from './explain-word.ts'
import { mended } from './mend.ts'
import { In, Open, Word } from './tokens.ts'

/** Each may look at the whole text, and nobody reads more. */
const MOST_FOUND = 25

/** A word that means nothing where it stands. */
export interface WordPlace {
  readonly text: string
  readonly tokens: readonly IToken[]
  readonly at: number
}

/**
 * The tokens with the words replaced that mean nothing where they stand: a call without its parenthesis, a
 * bare name, `IN` without its list. Found before parsing, so that each is named for what it is.
 */
export function mendWords(
  text: string,
  tokens: IToken[],
  complain: (diagnostic: Diagnostic) => void,
): IToken[] {
  let list = tokens
  let found = 0
  for (let at = 0; at < list.length && found < MOST_FOUND; at++) {
    const { tokenType } = list[at]!
    if (tokenType !== Word && tokenType !== In) continue
    if (list[at + 1]?.tokenType === Open) continue
    found += 1
    const place: WordPlace = { text, tokens: list, at }
    const explain = tokenType === In ? explainMissingList : explainMisplacedWord
    const { diagnostic, mend } = explain(place)
    complain(diagnostic)
    list = mended(list, mend)
    // What followed has moved up behind the mend, and may be a word as well.
    at = mend.at + mend.insert.length - 1
  }
  return list
}

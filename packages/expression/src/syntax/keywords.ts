import type { TokenType } from 'chevrotain'
import { And, Case, Else, End, False, Not, Null, Or, Then, True, When, Word } from './tokens.ts'

const KEYWORDS: ReadonlyMap<string, TokenType> = new Map(
  [
    ['AND', And],
    ['OR', Or],
    ['NOT', Not],
    ['TRUE', True],
    ['FALSE', False],
    ['NULL', Null],
    ['CASE', Case],
    ['WHEN', When],
    ['THEN', Then],
    ['ELSE', Else],
    ['END', End],
  ].flatMap(([word, type]) => [
    [word, type],
    [(word as string).toLowerCase(), type],
  ]) as [string, TokenType][],
)
const LONGEST = 5
const LOWER_CASE = 0x20
/** Units that a keyword begins with, in lower case: most short words begin with others, and need no look-up. */
const BEGINNINGS: Uint8Array = new Uint8Array(128)
for (const word of KEYWORDS.keys()) BEGINNINGS[word.charCodeAt(0) | LOWER_CASE] = 1

/** What a word is, in any case: a keyword, or a name of a function. */
export function keywordOf(word: string): TokenType {
  if (word.length > LONGEST || BEGINNINGS[word.charCodeAt(0) | LOWER_CASE] !== 1) return Word
  return KEYWORDS.get(word) ?? KEYWORDS.get(word.toUpperCase()) ?? Word
}

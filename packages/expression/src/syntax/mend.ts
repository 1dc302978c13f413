import type { IToken, TokenType } from 'chevrotain'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { spanOf } from './lex.ts'
import { Null } from './tokens.ts'

/** A mistake of a text, and the smallest change of its tokens with which the rest of it can be read on. */
export interface Finding {
  readonly diagnostic: Diagnostic
  readonly mend: Mend
}

/** Takes `remove` tokens out of a list, from the index `at` on, and puts others in their place: tokens, or made-up ones of a type. */
export interface Mend {
  readonly at: number
  readonly remove: number
  readonly insert: readonly (IToken | TokenType)[]
}

/** Stands where a value is missing. */
export const HOLE: TokenType = Null

/** The tokens after a mend. What it puts in has no text and stands behind the token before. */
export function mended(tokens: readonly IToken[], { at, remove, insert }: Mend): IToken[] {
  const before = tokens[at - 1]
  const place = before === undefined ? 0 : spanOf(before).end
  const added = insert.map((one) => ('image' in one ? one : madeUp(one, place)))
  return [...tokens.slice(0, at), ...added, ...tokens.slice(at + remove)]
}

/** A token that the text does not have. */
export function madeUp(tokenType: TokenType, startOffset: number): IToken {
  return { image: '', startOffset, tokenType, tokenTypeIdx: tokenType.tokenTypeIdx! }
}

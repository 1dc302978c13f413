import type { IToken, TokenType } from 'chevrotain'
import type { Span } from '../tree/span.ts'
import { commonToken, KINDS, RARE, SPACE } from './common-token.ts'
import { rareToken } from './rare-token.ts'
import { tokenOf } from './token-of.ts'
import { isProblem } from './tokens.ts'

/** A token of a text, for rooms that know of no parser. */
export type Token = IToken

/** What {@link lex} gives. */
export interface Lexed {
  /** A list of the caller's own. */
  readonly tokens: IToken[]
  /** Whether every token is of a common form and of at most {@link PLAIN_LENGTH} units: there is nothing to check in them. */
  readonly plain: boolean
}

/** The most problem tokens of a text; it is not read beyond them, since nobody reads of more. */
export const MOST_PROBLEMS = 50

/** The longest token of a plain text. */
export const PLAIN_LENGTH = 64

/**
 * The tokens of a text. Never fails: what does not belong to the language comes as a problem token. They are
 * those that chevrotain's lexer reads by the patterns of `tokens.ts`, in a third of its time: what is common is told by its
 * first characters, the rest by its pattern.
 */
export function lex(text: string): Lexed {
  const tokens: IToken[] = []
  let plain = true
  let problems = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? KINDS[code]! : RARE
    if (kind === SPACE) {
      at += 1
      continue
    }
    let token = kind === RARE ? null : commonToken(kind, text, at, code)
    if (token === null) {
      token = rareToken(text, at)
      plain = false
      if (isProblem(token) && ++problems > MOST_PROBLEMS) break
    }
    const { length } = token.image
    if (length > PLAIN_LENGTH) plain = false
    tokens.push(token)
    at += length
  }
  return { tokens, plain }
}

/** Where a token stands. */
export function spanOf(token: IToken): Span {
  return { start: token.startOffset, end: token.startOffset + token.image.length }
}

/** Whether a token is of a type or of a category. */
export function isA(token: IToken | undefined, type: TokenType): boolean {
  if (token === undefined) return false
  return token.tokenType === type || (token.tokenType.CATEGORIES?.includes(type) ?? false)
}

/** The token as another type: the same text in the same place. */
export function retyped(token: IToken, tokenType: TokenType, image: string = token.image): IToken {
  return tokenOf(tokenType, image, token.startOffset)
}

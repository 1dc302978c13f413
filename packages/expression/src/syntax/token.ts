import type { IToken, TokenType } from 'chevrotain'
import type { Span } from '../tree/span.ts'
import { TYPES } from './tokens.ts'

/** A stretch of a text, as chevrotain wants it. Its image is cut out at its first use, which is seldom. */
export class Token implements IToken {
  readonly tokenTypeIdx: number
  readonly startOffset: number
  /** The offset after the last character. */
  readonly end: number
  /** Whether every character is an ordinary one that stands for itself: no escape, no doubled quote. */
  readonly verbatim: boolean
  readonly text: string

  constructor(
    tokenTypeIdx: number,
    text: string,
    startOffset: number,
    end: number,
    verbatim: boolean,
  ) {
    this.tokenTypeIdx = tokenTypeIdx
    this.startOffset = startOffset
    this.end = end
    this.verbatim = verbatim
    this.text = text
  }

  get image(): string {
    return this.text.slice(this.startOffset, this.end)
  }

  get tokenType(): TokenType {
    return TYPES[this.tokenTypeIdx]!
  }
}

/** The span of a token. */
export function getTokenSpan(token: Token): Span {
  return { start: token.startOffset, end: token.end }
}

/** Whether a token has a type or belongs to a category. */
export function isA(token: Token | undefined, type: TokenType): boolean {
  if (token === undefined) return false
  const { tokenType } = token
  return tokenType === type || (tokenType.CATEGORIES?.includes(type) ?? false)
}

/** A copy of the token with another type, and another end where one is given. */
export function retypeToken(
  token: Token,
  { tokenTypeIdx }: TokenType,
  end: number = token.end,
): Token {
  return new Token(tokenTypeIdx!, token.text, token.startOffset, end, false)
}

/** A token without text, inserted by a repair. */
export function insertedToken({ tokenTypeIdx }: TokenType, offset: number): Token {
  return new Token(tokenTypeIdx!, '', offset, offset, false)
}

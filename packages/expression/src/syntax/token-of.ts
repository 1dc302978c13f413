import type { IToken, TokenType } from 'chevrotain'

/** A token, of one shape whoever makes it. */
export function tokenOf(tokenType: TokenType, image: string, startOffset: number): IToken {
  return { image, startOffset, tokenType, tokenTypeIdx: tokenType.tokenTypeIdx! }
}

import { type IToken, Lexer, type TokenType } from 'chevrotain'
import type { Span } from '../span.ts'
import { TOKENS } from './tokens.ts'

// With recovery on, chevrotain's lexer is quadratic on input it cannot read.
const lexer = new Lexer(TOKENS, { positionTracking: 'onlyOffset', recoveryEnabled: false })

/** The tokens of a text. Never fails: what does not belong to the language comes as a problem token. */
export function lex(text: string): readonly IToken[] {
  return lexer.tokenize(text).tokens
}

/** Where a token stands. */
export function spanOf(token: IToken): Span {
  // `endOffset` is absent when only offsets are tracked.
  return { start: token.startOffset, end: token.startOffset + token.image.length }
}

/** Whether a token is of a type or of a category. */
export function isA(token: IToken | undefined, type: TokenType): boolean {
  if (token === undefined) return false
  return token.tokenType === type || (token.tokenType.CATEGORIES ?? []).includes(type)
}

import type { IToken, TokenType } from 'chevrotain'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { isA, spanOf } from './lex.ts'
import { Case, Close, End, isLeaf, Null, Open, Word } from './tokens.ts'

/** A mistake of a text, and the smallest change of its tokens with which the rest of it can be read on. */
export interface Finding {
  readonly diagnostic: Diagnostic
  readonly repair: Repair
}

/** Takes `remove` tokens out of a list, from the index `at` on, and puts others in their place: tokens, or made-up ones of a type. */
export interface Repair {
  readonly at: number
  readonly remove: number
  readonly insert: readonly (IToken | TokenType)[]
}

/** A word that means nothing where it stands. */
export interface WordPlace {
  readonly text: string
  readonly tokens: readonly IToken[]
  readonly at: number
}

/** Stands where a value is missing. */
export const MISSING_VALUE: TokenType = Null

/** The tokens after a repair. What it puts in has no text and stands behind the token before. */
export function repaired(tokens: readonly IToken[], { at, remove, insert }: Repair): IToken[] {
  const before = tokens[at - 1]
  const place = before === undefined ? 0 : spanOf(before).end
  const added = insert.map((one) => ('image' in one ? one : insertedToken(one, place)))
  return [...tokens.slice(0, at), ...added, ...tokens.slice(at + remove)]
}

/** A token that the text does not have. */
export function insertedToken(tokenType: TokenType, startOffset: number): IToken {
  return { image: '', startOffset, tokenType, tokenTypeIdx: tokenType.tokenTypeIdx! }
}

/** Whether a value may end with this token. */
export function endsValue(token: IToken | undefined): boolean {
  if (token === undefined) return false
  const { tokenType } = token
  return tokenType === Close || tokenType === End || isLeaf(token)
}

/** Whether a value may begin with this token. */
export function beginsValue(token: IToken | undefined): boolean {
  if (token === undefined) return false
  const { tokenType } = token
  return isLeaf(token) || tokenType === Word || tokenType === Open || tokenType === Case
}

/** Indices of the parentheses that are still open before the token at `end`, outermost first. */
export function openBefore(tokens: readonly IToken[], end: number): readonly number[] {
  const open: number[] = []
  for (let at = 0; at < end; at++) {
    if (isA(tokens[at], Open)) open.push(at)
    if (isA(tokens[at], Close)) open.pop()
  }
  return open
}

/** Whether the innermost open parenthesis is one of a call. */
export function isInCall(tokens: readonly IToken[], open: readonly number[]): boolean {
  const inner = open.at(-1)
  return inner !== undefined && isA(tokens[inner - 1], Word)
}

const LONGEST = 40

/** A token as a message names it: a value as it is, anything else in quotes, and no more of it than a line has room for. */
export function quoteToken(token: IToken): string {
  const { image } = token
  const cut = image.length > LONGEST ? `${image.slice(0, LONGEST - 1)}…` : image
  return isLeaf(token) ? cut : `'${cut}'`
}

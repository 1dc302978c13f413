import type { TokenType } from 'chevrotain'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { getTokenSpan, insertedToken, isA, type Token } from './token.ts'
import { Case, Close, End, isLeaf, Null, Open, Word } from './tokens.ts'

/** A mistake, and the smallest change of the tokens after which parsing can go on. */
export interface Finding {
  readonly diagnostic: Diagnostic
  readonly repair: Repair
}

/** Removes `remove` tokens from the index `at` on and inserts others: tokens, or new empty ones of a token type. */
export interface Repair {
  readonly at: number
  readonly remove: number
  readonly insert: readonly (Token | TokenType)[]
}

/** A word that has no meaning at its place. */
export interface WordPlace {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly at: number
}

/** The token type inserted where a value is missing. */
export const MISSING_VALUE: TokenType = Null

/** The tokens after a repair. Inserted tokens have no text and stand at the end of the token before. */
export function applyRepair(tokens: readonly Token[], { at, remove, insert }: Repair): Token[] {
  const before = tokens[at - 1]
  const place = before === undefined ? 0 : getTokenSpan(before).end
  const added = insert.map((insertion) =>
    'image' in insertion ? insertion : insertedToken(insertion, place),
  )
  return [...tokens.slice(0, at), ...added, ...tokens.slice(at + remove)]
}

/** Whether a value may end with this token. */
export function endsValue(token: Token | undefined): boolean {
  if (token === undefined) return false
  const { tokenType } = token
  return tokenType === Close || tokenType === End || isLeaf(token)
}

/** Whether a value may begin with this token. */
export function beginsValue(token: Token | undefined): boolean {
  if (token === undefined) return false
  const { tokenType } = token
  return isLeaf(token) || tokenType === Word || tokenType === Open || tokenType === Case
}

/** The indices of the parentheses that are open before the token at `end`, outermost first. */
export function openBefore(tokens: readonly Token[], end: number): readonly number[] {
  const open: number[] = []
  for (let at = 0; at < end; at++) {
    if (isA(tokens[at], Open)) open.push(at)
    if (isA(tokens[at], Close)) open.pop()
  }
  return open
}

/** Whether the innermost open parenthesis belongs to a call. */
export function isInCall(tokens: readonly Token[], open: readonly number[]): boolean {
  const inner = open.at(-1)
  return inner !== undefined && isA(tokens[inner - 1], Word)
}

const LONGEST = 40

/** A token for use in a message: a value as written, anything else in quotes, at most 40 characters. */
export function quoteToken(token: Token): string {
  const { image } = token
  const cut = image.length > LONGEST ? `${image.slice(0, LONGEST - 1)}…` : image
  return isLeaf(token) ? cut : `'${cut}'`
}

import type { IToken } from 'chevrotain'
import { isA } from './lex.ts'
import { Case, Close, End, isLeaf, Open, Word } from './tokens.ts'

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

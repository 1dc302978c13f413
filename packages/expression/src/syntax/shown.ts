import type { IToken } from 'chevrotain'
import { isLeaf } from './tokens.ts'

const LONGEST = 40

/** A token as a message names it: a value as it is, anything else in quotes, and no more of it than a line has room for. */
export function shown(token: IToken): string {
  const { image } = token
  const cut = image.length > LONGEST ? `${image.slice(0, LONGEST - 1)}…` : image
  return isLeaf(token) ? cut : `'${cut}'`
}

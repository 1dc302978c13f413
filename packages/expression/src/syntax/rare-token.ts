import type { IToken } from 'chevrotain'
import { keywordOf } from './keywords.ts'
import { tokenOf } from './token-of.ts'
import { TOKENS, Word } from './tokens.ts'

/** Of the tokens with a pattern: all but the keywords, which are words first. */
const PATTERNS = TOKENS.filter((one) => one.LONGER_ALT === undefined).map((type) => {
  const { source, flags } = type.PATTERN as RegExp
  return { type, pattern: new RegExp(source, `${flags}y`) }
})

/** The token at an offset, by the patterns of all tokens in turn. */
export function rareToken(text: string, at: number): IToken {
  for (const { type, pattern } of PATTERNS) {
    pattern.lastIndex = at
    const image = pattern.exec(text)?.[0]
    if (image === undefined) continue
    return tokenOf(type === Word ? keywordOf(image) : type, image, at)
  }
  throw new TypeError('The last pattern matches any character')
}

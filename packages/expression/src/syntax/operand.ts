import type { IToken } from 'chevrotain'
import { isA } from './lex.ts'
import { Close, Comma, Factor, Leaf, Open, Sign, Word } from './tokens.ts'

/** Whether a value may end with this token. */
export function endsValue(token: IToken | undefined): boolean {
  return isA(token, Leaf) || isA(token, Close)
}

/** Index of the first token of the arithmetic operand that ends before `end`; null when there is none. */
export function operandBefore(tokens: readonly IToken[], end: number): number | null {
  let at = end - 1
  for (;;) {
    const start = valueBefore(tokens, at)
    if (start === null) return null
    const operator = tokens[start - 1]
    if (!(isA(operator, Sign) || isA(operator, Factor))) return start
    if (!endsValue(tokens[start - 2])) return isA(operator, Sign) ? start - 1 : start
    at = start - 2
  }
}

function valueBefore(tokens: readonly IToken[], last: number): number | null {
  if (isA(tokens[last], Leaf)) return last
  if (!isA(tokens[last], Close)) return null
  const open = matching(tokens, last, -1)
  if (open === null) return null
  return isA(tokens[open - 1], Word) ? open - 1 : open
}

/** Index after the arithmetic operand that begins at `start`; null when there is none. */
export function operandAfter(tokens: readonly IToken[], start: number): number | null {
  let at = start
  for (;;) {
    while (isA(tokens[at], Sign)) at += 1
    if (isA(tokens[at], Leaf)) at += 1
    else {
      const open = isA(tokens[at], Word) ? at + 1 : at
      const close = isA(tokens[open], Open) ? matching(tokens, open, 1) : null
      if (close === null) return null
      at = close + 1
    }
    if (!(isA(tokens[at], Sign) || isA(tokens[at], Factor))) return at
    at += 1
  }
}

/** Index of the parenthesis that belongs to the one at `from`, looking forwards (1) or backwards (-1). */
export function matching(tokens: readonly IToken[], from: number, step: 1 | -1): number | null {
  let depth = 0
  for (let at = from; at >= 0 && at < tokens.length; at += step) {
    if (isA(tokens[at], Open)) depth += step
    if (isA(tokens[at], Close)) depth -= step
    if (depth === 0) return at
  }
  return null
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

/** Whether the token at an index is an argument of a call but the first. */
export function isLaterArgument(tokens: readonly IToken[], index: number): boolean {
  const open = openBefore(tokens, index).at(-1)
  return isA(tokens[index - 1], Comma) && open !== undefined && isA(tokens[open - 1], Word)
}

/** The number of code points of a text; a lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    if (!isPair(text, at)) continue
    count -= 1
    at += 1
  }
  return count
}

/** The code points from one index up to another, counted from 0 and limited to the text. */
export function sliceCodePoints(text: string, from: number, to: number): string {
  const start = toCodeUnitOffset(text, from, 0)
  return text.slice(start, to <= from ? start : toCodeUnitOffset(text, to - from, start))
}

/** The unit at which the code point after the one at a unit begins. */
export function nextCodePoint(text: string, at: number): number {
  return at + (isPair(text, at) ? 2 : 1)
}

/** The unit at which the code point before a unit begins; `at` is greater than 0. */
export function previousCodePoint(text: string, at: number): number {
  return at - (at > 1 && isPair(text, at - 2) ? 2 : 1)
}

function toCodeUnitOffset(text: string, codePoints: number, start: number): number {
  let at = start
  for (let remainingCount = codePoints; remainingCount > 0 && at < text.length; remainingCount--)
    at = nextCodePoint(text, at)
  return at
}

function isPair(text: string, at: number): boolean {
  const high = text.charCodeAt(at)
  if (high < 0xd800 || high > 0xdbff) return false
  const low = text.charCodeAt(at + 1)
  return low >= 0xdc00 && low <= 0xdfff
}

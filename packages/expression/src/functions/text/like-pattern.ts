import { nextCodePoint, previousCodePoint } from './code-points.ts'

/**
 * A pattern of `Like`: stretches with `%` between them. A stretch is a list of literal texts and of `null`s, each of which
 * stands for any one code point.
 */
export interface LikePattern {
  readonly stretches: readonly (readonly (string | null)[])[]
}

const SPECIAL = /[%_\\]/g

/** Parses a pattern: `%` stands for any characters, `_` for any one, and a backslash makes the next character literal. */
export function parseLike(text: string): LikePattern {
  const stretches: (readonly (string | null)[])[] = []
  let stretch: (string | null)[] = []
  let literal = ''
  const endLiteral = () => {
    if (literal !== '') stretch.push(literal)
    literal = ''
  }
  for (let at = 0; at < text.length; at++) {
    const unit = text[at]!
    if (unit === '\\' && at + 1 < text.length) literal += text[++at]
    else if (unit === '_' || unit === '%') {
      endLiteral()
      if (unit === '_') stretch.push(null)
      else stretches.push(stretch)
      if (unit === '%') stretch = []
    } else literal += unit
  }
  endLiteral()
  return { stretches: [...stretches, stretch] }
}

/** Whether a pattern ends in a backslash that escapes nothing. */
export function endsInBackslash(text: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(text)
}

/** The text of a pattern with a backslash only where one is needed. */
export function printLike({ stretches }: LikePattern): string {
  const printed = stretches.map((stretch) =>
    stretch.map((piece) => piece?.replace(SPECIAL, '\\$&') ?? '_').join(''),
  )
  return printed.join('%')
}

/**
 * Whether a pattern matches a whole text. Each stretch is matched at its leftmost place without backtracking, so the time
 * is at most the length of the text times that of the longest stretch.
 */
export function matchesLike({ stretches }: LikePattern, text: string): boolean {
  const last = stretches.length - 1
  const first = endOfMatch(stretches[0]!, text, 0)
  if (last === 0) return first === text.length
  if (first === null) return false
  let at = first
  for (let index = 1; index < last; index++) {
    const end = endOfFirstMatch(stretches[index]!, text, at)
    if (end === null) return false
    at = end
  }
  const tail = startOfTail(stretches[last]!, text)
  return tail >= at && endOfMatch(stretches[last]!, text, tail) === text.length
}

function endOfMatch(
  stretch: readonly (string | null)[],
  text: string,
  from: number,
): number | null {
  let at = from
  for (const piece of stretch) {
    if (piece === null ? at >= text.length : !text.startsWith(piece, at)) return null
    at = piece === null ? nextCodePoint(text, at) : at + piece.length
  }
  return at
}

function endOfFirstMatch(
  stretch: readonly (string | null)[],
  text: string,
  from: number,
): number | null {
  const first = stretch[0] ?? ''
  for (let at = from; at <= text.length; at = nextCodePoint(text, at)) {
    // Jumping to a literal is much faster than trying every place.
    at = text.indexOf(first, at)
    if (at === -1) return null
    const end = endOfMatch(stretch, text, at)
    if (end !== null) return end
  }
  return null
}

/** Where the last stretch must begin in order to end with the text; -1 when the text is too short for it. */
function startOfTail(stretch: readonly (string | null)[], text: string): number {
  let at = text.length
  for (const piece of stretch.toReversed()) {
    if (piece === null && at <= 0) return -1
    at = piece === null ? previousCodePoint(text, at) : at - piece.length
  }
  return at
}

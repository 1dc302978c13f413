/** Puts `\` before each of `marks` and before `\` itself, so that a text can be joined by them and split again. */
export function escapeMarks(text: string, marks: string): string {
  return [...text]
    .map((character) =>
      character === '\\' || marks.includes(character) ? `\\${character}` : character,
    )
    .join('')
}

/** Removes what {@link escapeMarks} put in. */
export function unescapeMarks(text: string): string {
  return text.replace(/\\([\s\S])/gu, '$1')
}

/** Splits at each `mark` without a `\` before it, at most into `most` pieces. Pieces keep their escapes. */
export function splitAtMark(
  text: string,
  mark: string,
  most: number = Number.POSITIVE_INFINITY,
): string[] {
  const pieces: string[] = []
  let begun = 0
  for (let at = 0; at < text.length && pieces.length < most - 1; at += 1) {
    if (text[at] === '\\') {
      at += 1
    } else if (text[at] === mark) {
      pieces.push(text.slice(begun, at))
      begun = at + 1
    }
  }
  return [...pieces, text.slice(begun)]
}

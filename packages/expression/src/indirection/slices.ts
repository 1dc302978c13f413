import type { Span } from '../tree/span.ts'

/** A part of a text and its span. */
export interface Slice {
  readonly text: string
  readonly span: Span
}

/** Splits a slice at a separator. */
export function splitSlice(slice: Slice, separator: string): readonly Slice[] {
  const pieces: Slice[] = []
  let at = 0
  for (;;) {
    const next = slice.text.indexOf(separator, at)
    pieces.push(extractSlice(slice, at, next < 0 ? slice.text.length : next))
    if (next < 0) return pieces
    at = next + separator.length
  }
}

/** A part of a slice, without the white space around it. */
export function extractSlice(slice: Slice, from: number, to: number): Slice {
  const raw = slice.text.slice(from, to)
  const text = raw.trim()
  const start = slice.span.start + from + (raw.length - raw.trimStart().length)
  return { text, span: { start, end: start + text.length } }
}

/** Consecutive slices and what separates them, as one slice; null when there are none. */
export function joinSlices(text: string, pieces: readonly Slice[]): Slice | null {
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (first === undefined || last === undefined) return null
  const span = { start: first.span.start, end: last.span.end }
  return { text: text.slice(span.start, span.end), span }
}

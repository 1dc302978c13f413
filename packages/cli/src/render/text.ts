import { isAbsolute, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Printable ASCII, which needs no segmenting. */
const ASCII = /^[ -~]*$/
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[0-9#*]\ufe0f\u20e3/u

/** First and last code points of the wide and full-width blocks of Unicode's East Asian Width (UAX #11). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x20000, 0x3fffd],
]

/**
 * The width of `text` on a terminal, in columns: two for a Chinese, Japanese or Korean character and for an emoji (a
 * joined sequence is one), none for combining marks and colour codes.
 */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(stripVTControlCharacters(text))) {
    width += graphemeWidth(segment)
  }
  return width
}

/** Cuts `text` to at most `width` columns; a cut text ends in an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let prefix = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    used += graphemeWidth(segment)
    if (used > width - 1) break
    prefix += segment
  }
  return `${prefix}…`
}

function graphemeWidth(grapheme: string): number {
  if (ZERO_WIDTH.test(grapheme)) return 0
  if (EMOJI.test(grapheme)) return 2
  const point = grapheme.codePointAt(0)!
  return WIDE.some(([first, last]) => first <= point && point <= last) ? 2 : 1
}

const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Escapes what could control the terminal or break the line: control characters, line separators, lone surrogates and
 * writing-direction marks become escapes such as `\n` and `\u{1b}`.
 */
export function printable(text: string): string {
  return text.replace(
    UNPRINTABLE,
    (character) => SHORT[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}

/** The value of a dimension as a person reads it. Rows without a value are `(null)`; a value of that spelling is in quotes. */
export function labelValue(value: string | null): string {
  if (value === null) return '(null)'
  return /^"*\(null\)"*$/.test(value) ? JSON.stringify(value) : printable(value)
}

/** `path` relative to `cwd` when it lies below that folder, else absolute. */
export function shownPath(path: string, cwd: string): string {
  const absolute = resolve(cwd, path)
  const relativePath = relative(cwd, absolute)
  return relativePath === '' || relativePath.startsWith('..') || isAbsolute(relativePath)
    ? absolute
    : relativePath
}

/** A number of things, `1 dataset` or `2,000 datasets`. */
export function formatNounCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

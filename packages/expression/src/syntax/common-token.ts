import type { IToken, TokenType } from 'chevrotain'
import { keywordOf } from './keywords.ts'
import { tokenOf } from './token-of.ts'
import {
  And,
  Close,
  Comma,
  Compare,
  DoubleText,
  Factor,
  Not,
  NumberText,
  Open,
  Or,
  PlainName,
  Sign,
  SingleText,
} from './tokens.ts'

/** Begins no common token. */
export const RARE = 0
/** Begins no token at all. */
export const SPACE = 1
const WORD = 2
const DIGIT = 3
const NAME = 4
const QUOTE = 5
const OPERATOR = 6
const SLASH = 7
const SINGLE = 8

/** What a character of ASCII begins; `RARE` is every other. */
export const KINDS: Uint8Array = new Uint8Array(128)
const SINGLES: TokenType[] = []
for (const [kind, characters] of [
  [SPACE, ' \t\r\n'],
  [WORD, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'],
  [DIGIT, '0123456789'],
  [NAME, '['],
  [QUOTE, '"\''],
  [OPERATOR, '=<>!&|'],
  [SLASH, '/'],
] as const) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind
}
for (const [characters, type] of [
  ['(', Open],
  [')', Close],
  [',', Comma],
  ['+-', Sign],
  ['*%', Factor],
] as const) {
  for (const character of characters) {
    KINDS[character.charCodeAt(0)] = SINGLE
    SINGLES[character.charCodeAt(0)] = type
  }
}

/** The token that begins with a character of this kind and is of a common form; null for one of another form. */
export function commonToken(kind: number, text: string, at: number, code: number): IToken | null {
  switch (kind) {
    case WORD:
      return readWord(text, at)
    case DIGIT:
      return readNumber(text, at)
    case NAME:
      return readName(text, at)
    case QUOTE:
      return readText(text, at, code)
    case OPERATOR:
      return readOperator(text, at, code)
    case SLASH:
      return /^[/*]/.test(text.slice(at + 1, at + 2)) ? null : tokenOf(Factor, '/', at)
    default:
      return tokenOf(SINGLES[code]!, text[at]!, at)
  }
}

/** A word of ASCII letters. */
function readWord(text: string, at: number): IToken | null {
  const { length } = text
  let end = at + 1
  // Nothing is read beyond the end: that would be NaN, for which V8 computes with doubles.
  while (end < length && PARTS_OF_WORDS[text.charCodeAt(end)] === 1) end += 1
  if (end < length && text.charCodeAt(end) > 127) return null
  const image = text.slice(at, end)
  return tokenOf(keywordOf(image), image, at)
}

/** 1 for the units that a word of ASCII goes on with; there is none for others. */
const PARTS_OF_WORDS: Uint8Array = KINDS.map((kind) => Number(kind === WORD || kind === DIGIT))

/** A number without exponent. */
function readNumber(text: string, at: number): IToken | null {
  let end = endOfDigits(text, at)
  if (text[end] === '.') end = endOfDigits(text, end + 1)
  const next = text[end]
  return next === 'e' || next === 'E' ? null : tokenOf(NumberText, text.slice(at, end), at)
}

function endOfDigits(text: string, from: number): number {
  const { length } = text
  let end = from
  while (end < length && KINDS[text.charCodeAt(end)] === DIGIT) end += 1
  return end
}

/** A name without quotes and brackets in it, up to the first `]`. */
function readName(text: string, at: number): IToken | null {
  const end = text.indexOf(']', at + 1) + 1
  const first = text[at + 1]
  const plain = end > at + 2 && text[end] !== ']' && first !== '"' && first !== "'"
  return plain ? tokenOf(PlainName, text.slice(at, end), at) : null
}

/** A text without escapes, up to the first quote. */
function readText(text: string, at: number, code: number): IToken | null {
  const quote = code === 34 ? '"' : "'"
  const end = text.indexOf(quote, at + 1) + 1
  if (end === 0 || text[end] === quote) return null
  const image = text.slice(at, end)
  if (image.includes('\\')) return null
  return tokenOf(quote === '"' ? DoubleText : SingleText, image, at)
}

function readOperator(text: string, at: number, code: number): IToken | null {
  const next = text.charCodeAt(at + 1)
  const doubled = next === EQUAL || (code === LESS && next === GREATER)
  if (code === AMPERSAND || code === BAR) {
    if (next !== code) return null
    return tokenOf(code === BAR ? Or : And, text.slice(at, at + 2), at)
  }
  if (doubled) return tokenOf(Compare, text.slice(at, at + 2), at)
  return tokenOf(code === EXCLAMATION ? Not : Compare, text[at]!, at)
}

const EXCLAMATION = 33
const AMPERSAND = 38
const LESS = 60
const EQUAL = 61
const GREATER = 62
const BAR = 124

import type { IToken, TokenType } from 'chevrotain'
import type { Span } from '../tree/span.ts'
import {
  And,
  Case,
  Close,
  Comma,
  Compare,
  DoubleText,
  Else,
  End,
  Factor,
  False,
  isProblem,
  Not,
  Null,
  NumberText,
  Open,
  Or,
  PlainName,
  Sign,
  SingleText,
  Then,
  TOKENS,
  True,
  When,
  Word,
} from './tokens.ts'

/** A token of a text, for rooms that know of no parser. */
export type Token = IToken

/** What {@link lex} gives. */
interface Lexed {
  /** A list of the caller's own. */
  readonly tokens: IToken[]
  /** Whether every token is of a common form and of at most {@link PLAIN_LENGTH} units: there is nothing to check in them. */
  readonly plain: boolean
}

/** The most problem tokens of a text; it is not read beyond them, since nobody reads of more. */
export const MOST_PROBLEMS = 50

/** The longest token of a plain text. */
export const PLAIN_LENGTH = 64

/**
 * The tokens of a text. Never fails: what does not belong to the language comes as a problem token. They are
 * those that chevrotain's lexer reads by the patterns of `tokens.ts`, in a third of its time: what is common is told by its
 * first characters, the rest by its pattern.
 */
export function lex(text: string): Lexed {
  const tokens: IToken[] = []
  let plain = true
  let problems = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? KINDS[code]! : RARE
    if (kind === SPACE) {
      at += 1
      continue
    }
    let token = kind === RARE ? null : commonToken(kind, text, at, code)
    if (token === null) {
      token = rareToken(text, at)
      plain = false
      if (isProblem(token) && ++problems > MOST_PROBLEMS) break
    }
    const { length } = token.image
    if (length > PLAIN_LENGTH) plain = false
    tokens.push(token)
    at += length
  }
  return { tokens, plain }
}

/** Where a token stands. */
export function spanOf(token: IToken): Span {
  return { start: token.startOffset, end: token.startOffset + token.image.length }
}

/** Whether a token is of a type or of a category. */
export function isA(token: IToken | undefined, type: TokenType): boolean {
  if (token === undefined) return false
  return token.tokenType === type || (token.tokenType.CATEGORIES?.includes(type) ?? false)
}

/** The token as another type: the same text in the same place. */
export function retyped(token: IToken, tokenType: TokenType, image: string = token.image): IToken {
  return tokenOf(tokenType, image, token.startOffset)
}

/** A token, of one shape whoever makes it. */
function tokenOf(tokenType: TokenType, image: string, startOffset: number): IToken {
  return { image, startOffset, tokenType, tokenTypeIdx: tokenType.tokenTypeIdx! }
}

/** Begins no common token. */
const RARE = 0
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
const KINDS: Uint8Array = new Uint8Array(128)
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
function commonToken(kind: number, text: string, at: number, code: number): IToken | null {
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

/** The token at an offset, by the patterns of all tokens in turn. */
function rareToken(text: string, at: number): IToken {
  for (const { type, pattern } of PATTERNS) {
    pattern.lastIndex = at
    const image = pattern.exec(text)?.[0]
    if (image === undefined) continue
    return tokenOf(type === Word ? keywordOf(image) : type, image, at)
  }
  throw new TypeError('The last pattern matches any character')
}

/** Of the tokens with a pattern: all but the keywords, which are words first. */
const PATTERNS = TOKENS.filter((one) => one.LONGER_ALT === undefined).map((type) => {
  const { source, flags } = type.PATTERN as RegExp
  return { type, pattern: new RegExp(source, `${flags}y`) }
})

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

const KEYWORDS: ReadonlyMap<string, TokenType> = new Map(
  [
    ['AND', And],
    ['OR', Or],
    ['NOT', Not],
    ['TRUE', True],
    ['FALSE', False],
    ['NULL', Null],
    ['CASE', Case],
    ['WHEN', When],
    ['THEN', Then],
    ['ELSE', Else],
    ['END', End],
  ].flatMap(([word, type]) => [
    [word, type],
    [(word as string).toLowerCase(), type],
  ]) as [string, TokenType][],
)
const LONGEST = 5
const LOWER_CASE = 0x20
/** Units that a keyword begins with, in lower case: most short words begin with others, and need no look-up. */
const BEGINNINGS: Uint8Array = new Uint8Array(128)
for (const word of KEYWORDS.keys()) BEGINNINGS[word.charCodeAt(0) | LOWER_CASE] = 1

/** What a word is, in any case: a keyword, or a name of a function. */
function keywordOf(word: string): TokenType {
  if (word.length > LONGEST || BEGINNINGS[word.charCodeAt(0) | LOWER_CASE] !== 1) return Word
  return KEYWORDS.get(word) ?? KEYWORDS.get(word.toUpperCase()) ?? Word
}

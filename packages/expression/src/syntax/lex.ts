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

/** A lexer token. The type lets other rooms name tokens without importing the parser library. */
export type Token = IToken

/** The result of {@link lex}. */
interface Lexed {
  /** A new array, which the caller may change. */
  readonly tokens: IToken[]
  /** Whether every token has a common form and at most {@link PLAIN_LENGTH} units, so that no token needs a check. */
  readonly plain: boolean
}

/** The number of problem tokens after which the lexer stops: a text with more of them is not worth reporting in full. */
export const MOST_PROBLEMS = 50

/** The longest token of a plain text. */
export const PLAIN_LENGTH = 64

/**
 * Reads the tokens of a text. Never fails: what does not belong to the language becomes a problem token. The
 * tokens are those of chevrotain's lexer for the patterns of `tokens.ts`, in a third of its time: common
 * tokens are recognised by their first character, the rest by their patterns.
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

/** The span of a token. */
export function spanOf(token: IToken): Span {
  return { start: token.startOffset, end: token.startOffset + token.image.length }
}

/** Whether a token has a type or belongs to a category. */
export function isA(token: IToken | undefined, type: TokenType): boolean {
  if (token === undefined) return false
  return token.tokenType === type || (token.tokenType.CATEGORIES?.includes(type) ?? false)
}

/** A copy of the token with another type, and another image where one is given. */
export function retyped(token: IToken, tokenType: TokenType, image: string = token.image): IToken {
  return tokenOf(tokenType, image, token.startOffset)
}

/** Creates a token. Every token is made here, so that all have one object shape. */
function tokenOf(tokenType: TokenType, image: string, startOffset: number): IToken {
  return { image, startOffset, tokenType, tokenTypeIdx: tokenType.tokenTypeIdx! }
}

/** Characters that begin no common token. */
const RARE = 0
/** Characters between tokens. */
export const SPACE = 1
const WORD = 2
const DIGIT = 3
const NAME = 4
const QUOTE = 5
const OPERATOR = 6
const SLASH = 7
const SINGLE = 8

/** The kind of token that each ASCII character begins; `RARE` for the others. */
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

/** Reads a token of a common form that begins with a character of this kind; null when the token has another form. */
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

/** Reads the token at an offset by trying every pattern in order. */
function rareToken(text: string, at: number): IToken {
  for (const { type, pattern } of PATTERNS) {
    pattern.lastIndex = at
    const image = pattern.exec(text)?.[0]
    if (image === undefined) continue
    return tokenOf(type === Word ? keywordOf(image) : type, image, at)
  }
  throw new TypeError('The last pattern matches any character')
}

/** The patterns of all tokens but the keywords, which are read as words first. */
const PATTERNS = TOKENS.filter((one) => one.LONGER_ALT === undefined).map((type) => {
  const { source, flags } = type.PATTERN as RegExp
  return { type, pattern: new RegExp(source, `${flags}y`) }
})

/** Reads a word of ASCII letters. */
function readWord(text: string, at: number): IToken | null {
  const { length } = text
  let end = at + 1
  // Nothing is read beyond the end: that would be NaN, for which V8 computes with doubles.
  while (end < length && PARTS_OF_WORDS[text.charCodeAt(end)] === 1) end += 1
  if (end < length && text.charCodeAt(end) > 127) return null
  const image = text.slice(at, end)
  return tokenOf(keywordOf(image), image, at)
}

/** 1 for the characters that may continue a word of ASCII letters. */
const PARTS_OF_WORDS: Uint8Array = KINDS.map((kind) => Number(kind === WORD || kind === DIGIT))

/** Reads a number without an exponent. */
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

/** Reads a name that contains neither quotes nor brackets, up to the first `]`. */
function readName(text: string, at: number): IToken | null {
  const end = text.indexOf(']', at + 1) + 1
  const first = text[at + 1]
  const plain = end > at + 2 && text[end] !== ']' && first !== '"' && first !== "'"
  return plain ? tokenOf(PlainName, text.slice(at, end), at) : null
}

/** Reads a text without escapes, up to the first quote. */
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
/** The first letters of keywords, in lower case: most short words begin with another letter and need no look-up. */
const BEGINNINGS: Uint8Array = new Uint8Array(128)
for (const word of KEYWORDS.keys()) BEGINNINGS[word.charCodeAt(0) | LOWER_CASE] = 1

/** The token type of a word in any case: a keyword, or `Word` for a name. */
function keywordOf(word: string): TokenType {
  if (word.length > LONGEST || BEGINNINGS[word.charCodeAt(0) | LOWER_CASE] !== 1) return Word
  return KEYWORDS.get(word) ?? KEYWORDS.get(word.toUpperCase()) ?? Word
}

import { Token } from './token.ts'
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

/** The result of {@link lex}. */
export interface Lexed {
  /** A new array, which the caller may change. */
  readonly tokens: Token[]
  /** Whether every token has a common form and at most {@link PLAIN_LENGTH} units, so that no token needs a check. */
  readonly plain: boolean
  /** Whether the text consists of printable ASCII, tabs and line ends, so that no character needs a check. */
  readonly ordinary: boolean
}

/** The number of problem tokens after which the lexer stops: a text with more of them is not worth reporting in full. */
export const MOST_PROBLEMS = 50

/** The longest token of a plain text. */
export const PLAIN_LENGTH = 64

/**
 * Reads the tokens of a text. Never fails: what does not belong to the language becomes a problem token. The
 * tokens are those of chevrotain's lexer for the patterns of `tokens.ts`, in a fraction of its time: common
 * tokens are recognised by their first character, the rest by their patterns.
 */
export function lex(text: string): Lexed {
  const tokens: Token[] = []
  const { length } = text
  let plain = true
  let ordinary = true
  let problems = 0
  let at = 0
  while (at < length) {
    const kind = KINDS[text.charCodeAt(at)]!
    if (kind === SPACE) {
      at += 1
      continue
    }
    const inside = INSIDE[kind]!
    let end = at + 1
    while (end < length && (CLASSES[text.charCodeAt(end)]! & inside) !== 0) end += 1
    let token = commonToken(kind, text, at, end)
    if (token === null) {
      token = rareToken(text, at)
      plain = false
      if (isProblem(token) && ++problems > MOST_PROBLEMS) break
    }
    if (!token.verbatim) ordinary = false
    at = token.end
    if (at - token.startOffset > PLAIN_LENGTH) plain = false
    tokens.push(token)
  }
  return { tokens, plain, ordinary }
}

const BLANK = 32
const EXCLAMATION = 33
const AMPERSAND = 38
const ASTERISK = 42
const DOT = 46
const SLASH_CODE = 47
const LESS = 60
const EQUAL = 61
const GREATER = 62
const UPPER_E = 69
const LOWER_E = 101
const BAR = 124
const TILDE = 126

const WORD_TYPE = Word.tokenTypeIdx!
const NUMBER_TYPE = NumberText.tokenTypeIdx!
const AND_TYPE = And.tokenTypeIdx!
const OR_TYPE = Or.tokenTypeIdx!
const NOT_TYPE = Not.tokenTypeIdx!
const COMPARE_TYPE = Compare.tokenTypeIdx!
const FACTOR_TYPE = Factor.tokenTypeIdx!

const SPACE = 1
const NAME = 2
const DOUBLE = 3
const SINGLE = 4
const WORD = 5
const NUMBER = 6
const OPERATOR = 7
const SLASH = 8
const SIGN = 9

/** The kind of token that each UTF-16 unit begins; 0 for units that begin no common token. */
const KINDS: Uint8Array = new Uint8Array(0x1_0000)
for (const [kind, characters] of [
  [SPACE, ' \t\r\n'],
  [NAME, '['],
  [DOUBLE, '"'],
  [SINGLE, "'"],
  [WORD, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'],
  [NUMBER, '0123456789'],
  [OPERATOR, '=<>!&|'],
  [SLASH, '/'],
  [SIGN, '(),+-*%'],
] as const) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind
}

/** The types of the tokens of one character. */
const SIGNS: Uint8Array = new Uint8Array(128)
for (const [characters, type] of [
  ['(', Open],
  [')', Close],
  [',', Comma],
  ['+-', Sign],
  ['*%', Factor],
] as const) {
  for (const character of characters) SIGNS[character.charCodeAt(0)] = type.tokenTypeIdx!
}

/** The kinds of token that each UTF-16 unit continues, a bit for each. */
const CLASSES: Uint8Array = new Uint8Array(0x1_0000)
/** The bit of each kind. */
const INSIDE: Uint8Array = new Uint8Array(10)
for (const [kind, bit, pattern] of [
  [NAME, 1, /[^\]"']/],
  [DOUBLE, 2, /[^"\\]/],
  [SINGLE, 4, /[^'\\]/],
  [WORD, 8, /\w/],
  [NUMBER, 16, /\d/],
] as const) {
  INSIDE[kind] = bit
  for (let code = BLANK; code <= TILDE; code++) {
    if (pattern.test(String.fromCharCode(code))) CLASSES[code]! |= bit
  }
}

/**
 * The token of a common form that begins with a character of this kind; null when it has another form.
 *
 * @param end - the offset of the first character that does not continue it
 */
function commonToken(kind: number, text: string, at: number, end: number): Token | null {
  switch (kind) {
    case NAME:
    case DOUBLE:
    case SINGLE:
      return readQuotedToken(kind, text, at, end)
    case SIGN:
      return verbatim(SIGNS[text.charCodeAt(at)]!, text, at, end)
    case WORD:
      return codeAt(text, end) > 127 ? null : verbatim(wordType(text, at, end), text, at, end)
    case NUMBER:
      return readNumber(text, at, end)
    case OPERATOR:
      return readOperator(text, at)
    case SLASH:
      return readSlash(text, at)
    default:
      return null
  }
}

/** Creates a token that consists of printable ASCII and stands for itself. */
function verbatim(type: number, text: string, start: number, end: number): Token {
  return new Token(type, text, start, end, true)
}

/** The character at an offset; 0 at the end. To read beyond the end gives NaN, for which V8 computes with doubles. */
function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0
}

/** The characters that end the quoted kinds, and the types of their tokens. */
const CLOSING: Uint8Array = new Uint8Array(10)
const QUOTED: Uint8Array = new Uint8Array(10)
for (const [kind, closing, type] of [
  [NAME, ']', PlainName],
  [DOUBLE, '"', DoubleText],
  [SINGLE, "'", SingleText],
] as const) {
  CLOSING[kind] = closing.charCodeAt(0)
  QUOTED[kind] = type.tokenTypeIdx!
}

/** Reads a name in brackets, or a text, of printable ASCII without escapes; `end` is where it should close. */
function readQuotedToken(kind: number, text: string, at: number, end: number): Token | null {
  const closing = CLOSING[kind]!
  if (codeAt(text, end) !== closing) return readForeign(kind, text, at, end)
  const empty = kind === NAME && end === at + 1
  if (empty || codeAt(text, end + 1) === closing) return null
  return verbatim(QUOTED[kind]!, text, at, end + 1)
}

/** Reads a name in brackets, or a text, of other characters, without escapes. */
function readForeign(kind: number, text: string, at: number, from: number): Token | null {
  const closing = CLOSING[kind]!
  const end = text.indexOf(String.fromCharCode(closing), from)
  if (end === -1 || codeAt(text, end + 1) === closing) return null
  const escapes = kind === NAME ? /^["']/.test(text[at + 1]!) : text.slice(from, end).includes('\\')
  return escapes ? null : new Token(QUOTED[kind]!, text, at, end + 1, false)
}

/** Reads a number without an exponent. */
function readNumber(text: string, at: number, digits: number): Token | null {
  let end = digits
  if (codeAt(text, end) === DOT) {
    end += 1
    while (KINDS[codeAt(text, end)] === NUMBER) end += 1
  }
  const next = codeAt(text, end)
  return next === LOWER_E || next === UPPER_E ? null : verbatim(NUMBER_TYPE, text, at, end)
}

function readOperator(text: string, at: number): Token | null {
  const code = text.charCodeAt(at)
  const next = codeAt(text, at + 1)
  if (code === AMPERSAND || code === BAR) {
    return next === code ? verbatim(code === BAR ? OR_TYPE : AND_TYPE, text, at, at + 2) : null
  }
  const doubled = next === EQUAL || (code === LESS && next === GREATER)
  if (doubled) return verbatim(COMPARE_TYPE, text, at, at + 2)
  return verbatim(code === EXCLAMATION ? NOT_TYPE : COMPARE_TYPE, text, at, at + 1)
}

/** Reads a `/` that begins no comment. */
function readSlash(text: string, at: number): Token | null {
  const next = codeAt(text, at + 1)
  return next === SLASH_CODE || next === ASTERISK ? null : verbatim(FACTOR_TYPE, text, at, at + 1)
}

/** The type of a word in any case: a keyword, or `Word` for a name. */
function wordType(text: string, start: number, end: number): number {
  if (end - start > LONGEST_KEYWORD) return WORD_TYPE
  let key = 0
  for (let at = start; at < end; at++) {
    const part = PARTS_OF_WORDS[text.charCodeAt(at)]!
    if (part === 0) return WORD_TYPE
    key = (key << BITS_OF_PART) | part
  }
  return KEYWORDS.get(key) ?? WORD_TYPE
}

/** A number for each letter of either case, each digit and the underscore; 0 for the other units. */
const PARTS_OF_WORDS: Uint8Array = new Uint8Array(0x1_0000)
for (const [index, letter] of [...'abcdefghijklmnopqrstuvwxyz0123456789_'].entries()) {
  PARTS_OF_WORDS[letter.charCodeAt(0)] = index + 1
  PARTS_OF_WORDS[letter.toUpperCase().charCodeAt(0)] = index + 1
}

/** The longest keyword has five letters, and a small integer holds five of their numbers. */
const LONGEST_KEYWORD = 5
const BITS_OF_PART = 6
/** The types of the keywords by the numbers of their letters in one. */
const KEYWORDS: ReadonlyMap<number, number> = new Map(
  [And, Or, Not, True, False, Null, Case, When, Then, Else, End].map(({ name, tokenTypeIdx }) => {
    const parts = [...name].map((letter) => PARTS_OF_WORDS[letter.charCodeAt(0)]!)
    return [parts.reduce((key, part) => (key << BITS_OF_PART) | part, 0), tokenTypeIdx!]
  }),
)

/** Reads the token at an offset by trying every pattern in order. */
function rareToken(text: string, at: number): Token {
  for (const { type, pattern } of PATTERNS) {
    pattern.lastIndex = at
    if (!pattern.test(text)) continue
    const end = pattern.lastIndex
    return new Token(type === WORD_TYPE ? wordType(text, at, end) : type, text, at, end, false)
  }
  throw new TypeError('The last pattern matches any character')
}

/** The patterns of all tokens but the keywords, which are read as words first. */
const PATTERNS = TOKENS.filter((tokenType) => tokenType.LONGER_ALT === undefined).map((type) => {
  const { source, flags } = type.PATTERN as RegExp
  return { type: type.tokenTypeIdx!, pattern: new RegExp(source, `${flags}y`) }
})

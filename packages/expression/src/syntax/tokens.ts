import { createToken, Lexer, type TokenType } from 'chevrotain'

/** A whole value in one token. */
export const Leaf: TokenType = createToken({ name: 'Leaf', pattern: Lexer.NA })
/** What may stand before a value. */
export const Prefix: TokenType = createToken({ name: 'Prefix', pattern: Lexer.NA })
/** What may stand between two values. */
export const Infix: TokenType = createToken({ name: 'Infix', pattern: Lexer.NA })
/** Not part of the language; lexed so that its diagnostic can be exact. */
export const Problem: TokenType = createToken({ name: 'Problem', pattern: Lexer.NA })

function token(
  name: string,
  pattern: RegExp,
  categories: TokenType[],
  longer?: TokenType,
): TokenType {
  const rest = longer ? { longer_alt: longer } : {}
  return createToken({ name, pattern, categories, line_breaks: false, ...rest })
}

// Quoted stretches are unrolled loops: `(?:[^"\\]|\\.)*` overflows the stack of the regex engine on long texts.

/** `['dataset'/'column']`. */
export const ColumnName: TokenType = token(
  'ColumnName',
  /\['[^']*(?:''[^']*)*'[ \t\r\n]*\/[ \t\r\n]*'[^']*(?:''[^']*)*'\]/,
  [Leaf],
)
/** `['name']`. */
export const QuotedName: TokenType = token('QuotedName', /\['[^']*(?:''[^']*)*'\]/, [Leaf])
/** `["name"]`, a frequent mistake. */
export const DoubleQuotedName: TokenType = token('DoubleQuotedName', /\["[^"\]]*"\]/, [Problem])
/** `[name]`. */
export const PlainName: TokenType = token('PlainName', /\[[^\]]*(?:\]\][^\]]*)*\]/, [Leaf])
export const UnclosedName: TokenType = token('UnclosedName', /\[[^\]]*(?:\]\][^\]]*)*/, [Problem])

/** `"text"`; a doubled quote and a backslash both escape. */
export const DoubleText: TokenType = token('DoubleText', /"[^"\\]*(?:(?:\\[\s\S]|"")[^"\\]*)*"/, [
  Leaf,
])
/** `'text'`. */
export const SingleText: TokenType = token('SingleText', /'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'/, [
  Leaf,
])
export const UnclosedText: TokenType = token('UnclosedText', /["'][\s\S]*/, [Problem])
export const CurlyText: TokenType = token(
  'CurlyText',
  /[“”„][^“”„"]*[“”"]|[‘’‚][^‘’‚']*[‘’']|[“”„‘’‚]/,
  [Problem],
)

export const NumberText: TokenType = token(
  'NumberText',
  /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/,
  [Leaf],
)

/** A function's name, or a bare word. */
export const Word: TokenType = token('Word', /[A-Za-z_][A-Za-z0-9_]*/, [])
export const And: TokenType = token('And', /and/i, [Infix], Word)
export const Or: TokenType = token('Or', /or/i, [Infix], Word)
export const Not: TokenType = token('Not', /not/i, [Prefix], Word)
export const True: TokenType = token('True', /true/i, [Leaf], Word)
export const False: TokenType = token('False', /false/i, [Leaf], Word)
export const Null: TokenType = token('Null', /null/i, [Leaf], Word)

/** `&&`, `||`, `!`: other languages' AND, OR, NOT. */
export const ForeignOperator: TokenType = token('ForeignOperator', /&&|\|\||!(?!=)/, [Problem])
export const Compare: TokenType = token('Compare', /<=|>=|<>|!=|==|[=<>]/, [Infix])
export const Sign: TokenType = token('Sign', /[+-]/, [Prefix, Infix])
export const Factor: TokenType = token('Factor', /[*/%]/, [Infix])
export const Open: TokenType = token('Open', /\(/, [])
export const Close: TokenType = token('Close', /\)/, [])
export const Comma: TokenType = token('Comma', /,/, [])

/** Unicode spaces that are not spaces of the language. */
export const ForeignSpace: TokenType = token(
  'ForeignSpace',
  /[\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+/,
  [Problem],
)
/** The full-width forms of ASCII, U+FF01 to U+FF5E, and the ideographic punctuation used like it. */
export const WideCharacter: TokenType = token('WideCharacter', /[\uff01-\uff5e、。【】]/, [Problem])
// biome-ignore lint/suspicious/noControlCharactersInRegex: every character is meant
const ANY_CHARACTER = /[\ud800-\udbff][\udc00-\udfff]|[\u0000-\uffff]/
/**
 * Any other character: the lexer itself never fails. Written as a range, because chevrotain takes `[\s\S]` for white
 * space when it sorts patterns by their first character.
 */
export const Stray: TokenType = token('Stray', ANY_CHARACTER, [Problem])

const Space = createToken({
  name: 'Space',
  pattern: /[ \t\r\n]+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
})

/** Every token, in the order in which the lexer tries them. */
export const TOKENS: TokenType[] = [
  Space,
  ColumnName,
  QuotedName,
  DoubleQuotedName,
  PlainName,
  UnclosedName,
  DoubleText,
  SingleText,
  UnclosedText,
  CurlyText,
  NumberText,
  And,
  Or,
  Not,
  True,
  False,
  Null,
  Word,
  ForeignOperator,
  Compare,
  Sign,
  Factor,
  Open,
  Close,
  Comma,
  ForeignSpace,
  WideCharacter,
  Stray,
]

/** What a parser must know: the tokens and their categories. */
export const VOCABULARY: TokenType[] = [...TOKENS, Leaf, Prefix, Infix, Problem]

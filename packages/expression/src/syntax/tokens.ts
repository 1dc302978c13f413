import { createToken, type IToken, Lexer, type TokenType } from 'chevrotain'

/** A complete value in one token. */
export const Leaf: TokenType = createToken({ name: 'Leaf', pattern: Lexer.NA })
/** A token that may stand before a value. */
export const Prefix: TokenType = createToken({ name: 'Prefix', pattern: Lexer.NA })
/** A token that may stand between two values. */
export const Infix: TokenType = createToken({ name: 'Infix', pattern: Lexer.NA })
/** A token that does not belong to the language, recognised so that its diagnostic can be exact. */
const Problem: TokenType = createToken({ name: 'Problem', pattern: Lexer.NA })

function token(
  name: string,
  pattern: RegExp,
  categories: TokenType[],
  longer?: TokenType,
): TokenType {
  const options = longer ? { longer_alt: longer } : {}
  return createToken({ name, pattern, categories, line_breaks: false, ...options })
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
/** A text in typographic quotes or quotes of other languages, or one such quote. */
export const CurlyText: TokenType = token(
  'CurlyText',
  /[“”„][^“”„"]*[“”"]|[‘’‚][^‘’‚']*[‘’']|「[^「」]*」|＂[^＂]*＂|[“”„‘’‚「」＂]/,
  [Problem],
)

export const NumberText: TokenType = token(
  'NumberText',
  /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/,
  [Leaf],
)

// Written as ranges, because chevrotain's lexer knows no `\p{L}`: letters of all scripts, but for the full-width ones, and
// what is combined with them. A range may hold signs that are no letters, whose only way into a text is a name without
// brackets.
const OTHER_LETTER =
  '\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0300-\\u167f\\u1681-\\u1fff\\u2071-\\u218f\\u2c00-\\u2dff\\u2e80-\\u2fff\\u3005-\\u3007\\u3021-\\u302f\\u3031-\\ud7ff\\uf900-\\ufdff\\ufe70-\\ufefe\\uff66-\\uffdc'
const LETTER = `(?:[A-Za-z_${OTHER_LETTER}]|[\\ud840-\\ud8ff][\\udc00-\\udfff])`
/** A function name, or a bare word, in letters of any script. */
export const Word: TokenType = token(
  'Word',
  new RegExp(`${LETTER}(?:${LETTER}|[0-9\\u0660-\\u0669])*`),
  [],
)
export const And: TokenType = token('And', /and|&&/i, [Infix], Word)
export const Or: TokenType = token('Or', /or|\|\|/i, [Infix], Word)
export const Not: TokenType = token('Not', /not|!(?!=)/i, [Prefix], Word)
export const True: TokenType = token('True', /true/i, [Leaf], Word)
export const False: TokenType = token('False', /false/i, [Leaf], Word)
export const Null: TokenType = token('Null', /null/i, [Leaf], Word)
export const Case: TokenType = token('Case', /case/i, [], Word)
export const When: TokenType = token('When', /when/i, [], Word)
export const Then: TokenType = token('Then', /then/i, [], Word)
export const Else: TokenType = token('Else', /else/i, [], Word)
export const End: TokenType = token('End', /end/i, [], Word)

// The meaning of these words depends on the token before them: `classifyWords` makes them of plain words.
/** `IN` and `NOT IN` after a value; a list follows. */
export const In: TokenType = createToken({ name: 'In', pattern: Lexer.NA, categories: [Infix] })
/** `LIKE` and `NOT LIKE` after a value. */
export const Like: TokenType = createToken({ name: 'Like', pattern: Lexer.NA, categories: [Infix] })
/** `BETWEEN` and `NOT BETWEEN` after a value. */
export const Between: TokenType = createToken({
  name: 'Between',
  pattern: Lexer.NA,
  categories: [Infix],
})
/** `IS` after a value. */
export const Is: TokenType = createToken({ name: 'Is', pattern: Lexer.NA, categories: [Infix] })

/** A comment of another language; expressions have no comments. */
export const Comment: TokenType = token(
  'Comment',
  /\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?/,
  [Problem],
)

export const Compare: TokenType = token('Compare', /<=|>=|<>|!=|==|[=<>]/, [Infix])
export const Sign: TokenType = token('Sign', /[+-]/, [Prefix, Infix])
export const Factor: TokenType = token('Factor', /[*/%]/, [Infix])
export const Open: TokenType = token('Open', /\(/, [])
export const Close: TokenType = token('Close', /\)/, [])
export const Comma: TokenType = token('Comma', /,/, [])

/** Unicode spaces that are not white space in expressions. */
export const ForeignSpace: TokenType = token(
  'ForeignSpace',
  /[\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+/,
  [Problem],
)
/** `［name］`, in full-width brackets. */
export const WideName: TokenType = token('WideName', /[［【][^[\]［］【】]*[\]］】]/, [Problem])
/** The full-width forms of ASCII, U+FF01 to U+FF5E (letters and digits in a row), and the ideographic punctuation used like it. */
export const WideCharacter: TokenType = token(
  'WideCharacter',
  /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+|[\uff01-\uff5e、。【】]/,
  [Problem],
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: the set has every character on purpose
const ANY_CHARACTER = /[\ud800-\udbff][\udc00-\udfff]|[\u0000-\uffff]/
/**
 * Any other character, so that the lexer never fails. Written as a range, because chevrotain takes `[\s\S]`
 * for white space when it sorts patterns by their first character.
 */
export const Stray: TokenType = token('Stray', ANY_CHARACTER, [Problem])

const Space = createToken({
  name: 'Space',
  pattern: /[ \t\r\n]+/,
  group: Lexer.SKIPPED,
  line_breaks: true,
})

/** Every token type, in the order in which a lexer tries them. */
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
  WideName,
  WideCharacter,
  And,
  Or,
  Not,
  True,
  False,
  Null,
  Case,
  When,
  Then,
  Else,
  End,
  Word,
  Compare,
  Sign,
  Comment,
  Factor,
  Open,
  Close,
  Comma,
  ForeignSpace,
  Stray,
]

/** The token types and categories of the parser. */
export const VOCABULARY: TokenType[] = [
  ...TOKENS,
  In,
  Like,
  Between,
  Is,
  Leaf,
  Prefix,
  Infix,
  Problem,
]

/** The token type with an index, by which chevrotain tells types apart. */
export const TYPES: readonly TokenType[] = []
for (const tokenType of VOCABULARY) (TYPES as TokenType[])[tokenType.tokenTypeIdx!] = tokenType

/** How tightly an operator between two values holds; the looser, the lower. */
export const LEVEL = { or: 1, and: 2, not: 3, compare: 4, sum: 5, product: 6, unary: 7 } as const

const PROBLEM = 1
const LEAF = 2
const WORD = 3

// Asked of every token of every text, hence tables and not a look through categories.
const roles: Uint8Array = new Uint8Array(TYPES.length)
for (const word of [Word, And, Or, Not, Case, When, Then, Else, End]) {
  roles[word.tokenTypeIdx!] = WORD
}
for (const { tokenTypeIdx, CATEGORIES } of TOKENS) {
  if (CATEGORIES?.includes(Problem)) roles[tokenTypeIdx!] = PROBLEM
  if (CATEGORIES?.includes(Leaf)) roles[tokenTypeIdx!] = LEAF
}

const levels: Uint8Array = new Uint8Array(TYPES.length)
for (const [type, level] of [
  [Or, LEVEL.or],
  [And, LEVEL.and],
  [Compare, LEVEL.compare],
  [In, LEVEL.compare],
  [Like, LEVEL.compare],
  [Between, LEVEL.compare],
  [Is, LEVEL.compare],
  [Sign, LEVEL.sum],
  [Factor, LEVEL.product],
] as const) {
  levels[type.tokenTypeIdx!] = level
}

/** Whether a token does not belong to the language. */
export function isProblem({ tokenTypeIdx }: IToken): boolean {
  return roles[tokenTypeIdx] === PROBLEM
}

/** Whether a token is a complete value. */
export function isLeaf({ tokenTypeIdx }: IToken): boolean {
  return roles[tokenTypeIdx] === LEAF
}

/** Whether a token is a word whose meaning depends on its place. */
export function isWord({ tokenTypeIdx }: IToken): boolean {
  return roles[tokenTypeIdx] === WORD
}

/** Whether a token may stand before a value. */
export function isPrefix({ tokenTypeIdx }: IToken): boolean {
  return tokenTypeIdx === Sign.tokenTypeIdx || tokenTypeIdx === Not.tokenTypeIdx
}

/** How tightly a token holds the values on its sides; 0 when it does not stand between values. */
export function getPrecedence({ tokenTypeIdx }: IToken): number {
  return levels[tokenTypeIdx]!
}

import type { Span } from '@tributary/expression'
import type { DialectFacts } from './dialects.ts'
import { refuse } from './refusal.ts'

/** A token of a SQL text. `word`: a name without quotes, or a keyword. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end'
  /** Of a name or text without quotes and escapes. */
  readonly value: string
  readonly span: Span
}

const BLANK = /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y
const NUMBER = /(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy
const SIGN =
  /::|\|\||<=>|<=|>=|<>|!=|==|\/\/|\*\*|->>|->|=>|!~\*|!~|~\*|[-+*/%(),.=<>[\]{}:;?@#&|^~!$\\]/y

/** The name of a member of a model, or of its rows: `{orders.amount}`, `{CUBE}`. */
const BRACED = /\{\s*[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*\s*\}/uy

/** Constructs that expressions may not have, by their first characters. */
const FOREIGN: readonly (readonly [string, string])[] = [
  ['{{', 'a template, which is not run'],
  ['{%', 'a template, which is not run'],
  ['${', 'a template, which is not run'],
  ['{', 'a name in braces, as MAQL has it'],
  ['$', 'a parameter or a text in dollar signs'],
  ['@', 'a variable'],
  ['?', 'a parameter'],
  [';', 'the end of a statement; one expression is read'],
]

/**
 * Divides a SQL text into tokens; the last one is `end`. With `hasBraces`, `{a.b}` is a name whose value has the braces, and no
 * text in quotes has any. Throws a refusal for what no expression has.
 */
export function lexSql(text: string, facts: DialectFacts, hasBraces = false): readonly SqlToken[] {
  const tokens: SqlToken[] = []
  let at = 0
  const matchAt = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? null
  }
  while (at < text.length) {
    const blank = matchAt(BLANK)
    if (blank !== null) {
      at += blank.length
      continue
    }
    const braced = hasBraces ? matchAt(BRACED) : null
    const token =
      braced === null
        ? (quotedAt(text, at, facts) ?? plainAt(matchAt, at))
        : bracedToken(braced, at)
    if (hasBraces && token !== null) refuseBraces(token, braced)
    if (token === null) refuse(strange(text, at), { start: at, end: at + 1 })
    tokens.push(token)
    at = token.span.end
  }
  return [...tokens, { kind: 'end', value: '', span: { start: text.length, end: text.length } }]
}

function bracedToken(text: string, start: number): SqlToken {
  return {
    kind: 'name',
    value: text.replaceAll(/\s/g, ''),
    span: { start, end: start + text.length },
  }
}

/** A model puts members into texts in quotes too, so braces in them are no characters. */
function refuseBraces({ value, span }: SqlToken, braced: string | null): void {
  if (braced === null && /[{}]/.test(value))
    refuse('braces within quotes, or not of a member', span)
}

function plainAt(matchAt: (pattern: RegExp) => string | null, at: number): SqlToken | null {
  const token = (kind: SqlToken['kind'], value: string): SqlToken => {
    return { kind, value, span: { start: at, end: at + value.length } }
  }
  const number = matchAt(NUMBER)
  if (number !== null) return token('number', number)
  const word = matchAt(WORD)
  if (word !== null) return token('word', word)
  const sign = matchAt(SIGN)
  return sign === null || FOREIGN.some(([start]) => start === sign) ? null : token('sign', sign)
}

function strange(text: string, at: number): string {
  const foreignSign = FOREIGN.find(([start]) => text.startsWith(start, at))
  if (foreignSign !== undefined) return `${JSON.stringify(foreignSign[0])} begins ${foreignSign[1]}`
  return `the character ${JSON.stringify(String.fromCodePoint(text.codePointAt(at)!))} is not part of an expression`
}

/** A text, or a name in quotes. */
function quotedAt(text: string, at: number, facts: DialectFacts): SqlToken | null {
  const quote = text[at]!
  if (quote === '[' && facts.name === 'standard SQL') return bracketedAt(text, at)
  if (quote !== "'" && quote !== '"' && quote !== '`') return null
  const isText = quote === "'" || (quote === '"' && facts.doubleQuotes === 'TEXT')
  const [value, end] = readQuotedText(text, at, isText && facts.backslash)
  const span = { start: at, end }
  if (!isText && value === '') refuse('a name is empty', span)
  return { kind: isText ? 'text' : 'name', value, span }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
])

function readQuotedText(text: string, at: number, escapes: boolean): readonly [string, number] {
  const quote = text[at]!
  let value = ''
  for (let next = at + 1; next < text.length; next++) {
    const character = text[next]!
    if (character === quote) {
      if (text[next + 1] !== quote) return [value, next + 1]
      next++
    } else if (escapes && character === '\\' && next + 1 < text.length) {
      next++
      const escaped = text[next]!
      value += ESCAPES.get(escaped) ?? escaped
      continue
    }
    value += text[next]!
  }
  return refuse(`the quote ${quote} is not closed`, { start: at, end: at + 1 })
}

function bracketedAt(text: string, at: number): SqlToken {
  const end = text.indexOf(']', at)
  const span = { start: at, end: end < 0 ? at + 1 : end + 1 }
  if (end <= at + 1) refuse('the bracket [ begins no name', span)
  return { kind: 'name', value: text.slice(at + 1, end), span }
}

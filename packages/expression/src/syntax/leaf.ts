import type { Expr } from '../tree/expr.ts'
import { getTokenSpan, type Token } from './token.ts'
import { ColumnName, False, Null, NumberText, PlainName, QuotedName, True } from './tokens.ts'

/** The node of a token that is a complete value. */
export function createLeafNode(token: Token): Expr {
  const span = getTokenSpan(token)
  switch (token.tokenType) {
    case PlainName:
    case QuotedName:
      return { kind: 'field', name: nameIn(token), span }
    case NumberText:
      return { kind: 'number', raw: token.image, span }
    case True:
      return { kind: 'boolean', value: true, span }
    case False:
      return { kind: 'boolean', value: false, span }
    case Null:
      return { kind: 'null', span }
    case ColumnName:
      return { kind: 'column', ...columnIn(token.image), span }
    default:
      return { kind: 'string', value: textIn(token), span }
  }
}

/** The name that a `[name]` or `['name']` token holds. */
export function nameIn(token: Token): string {
  if (token.tokenType === QuotedName) return token.image.slice(2, -2).replaceAll("''", "'")
  const name = inside(token)
  return !token.verbatim && name.includes(']') ? name.replaceAll(']]', ']') : name
}

/** The text between the first and the last character of a token. */
function inside({ text, startOffset, end }: Token): string {
  return text.slice(startOffset + 1, end - 1)
}

const COLUMN = /^\['([^']*(?:''[^']*)*)'\s*\/\s*'([^']*(?:''[^']*)*)'\]$/

/** The two names that a `['dataset'/'column']` token holds. */
export function columnIn(image: string): { readonly dataset: string; readonly column: string } {
  const [, dataset = '', column = ''] = COLUMN.exec(image) ?? []
  return { dataset: dataset.replaceAll("''", "'"), column: column.replaceAll("''", "'") }
}

/** One escape of a text: a doubled quote, a backslash and the character after it, or a backslash alone. */
export const ESCAPE: RegExp = /""|''|\\u[0-9a-fA-F]{4}|\\[\s\S]/g

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/** Whether a text token contains no escape. */
export function isVerbatim({ image }: Token): boolean {
  return image.indexOf(image[0]!, 1) === image.length - 1 && !image.includes('\\')
}

/** The value of a text token, without quotes and with escapes resolved. */
export function textIn(token: Token): string {
  if (token.verbatim || isVerbatim(token)) return inside(token)
  const quote = token.image[0]!
  return inside(token).replace(ESCAPE, (escapeSequence) => {
    if (escapeSequence[0] !== '\\') return escapeSequence[0] === quote ? quote : escapeSequence
    if (escapeSequence.length === 6)
      return String.fromCharCode(Number.parseInt(escapeSequence.slice(2), 16))
    return LETTERS.get(escapeSequence[1]!) ?? escapeSequence[1]!
  })
}

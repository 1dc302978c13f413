import { lex } from '../syntax/lex.ts'
import { getTokenSpan, type Token } from '../syntax/token.ts'
import { UnclosedName, UnclosedText } from '../syntax/tokens.ts'
import type { Span } from '../tree/span.ts'

/** The token that is being typed: a word, a name in brackets, a text in quotes, or nothing yet. */
export interface PartialToken {
  readonly form: 'word' | 'name' | 'text' | 'nothing'
  /** Its text before the cursor, without the bracket or quote. */
  readonly typed: string
  /** The span of the token, which may end after the cursor. */
  readonly span: Span
  /** The tokens before it. */
  readonly tokens: readonly Token[]
}

/** The token that is being typed at an offset. Only the text before the offset decides what it is. */
export function partialTokenAt(text: string, offset: number): PartialToken {
  const { tokens } = lex(text.slice(0, offset))
  const last = tokens.at(-1)
  const nothing = { form: 'nothing', typed: '', span: { start: offset, end: offset } } as const
  if (last === undefined || getTokenSpan(last).end !== offset) return { ...nothing, tokens }
  const { start } = getTokenSpan(last)
  const before = tokens.slice(0, -1)
  if (last.tokenType === UnclosedName) {
    const end = findClosingEnd(text, offset, last.image[1] === "'" ? "']" : ']')
    return { form: 'name', typed: last.image.slice(1), span: { start, end }, tokens: before }
  }
  if (last.tokenType === UnclosedText) {
    const end = findClosingEnd(text, offset, last.image[0]!)
    return { form: 'text', typed: last.image.slice(1), span: { start, end }, tokens: before }
  }
  if (!WORD.test(last.image)) return { ...nothing, tokens }
  const end = offset + REST_OF_WORD.exec(text.slice(offset))![0].length
  return { form: 'word', typed: last.image, span: { start, end }, tokens: before }
}

const WORD = /^[A-Za-z_]/
const REST_OF_WORD = /^\w*/
/** Characters that are not expected in a name or text without an end. */
const STOP = /[[\]"(),=<>\n]/

/** The end of a name or text that goes on after the cursor: after its closing character, or after its word. */
function findClosingEnd(text: string, offset: number, closing: string): number {
  const remainingText = text.slice(offset)
  const end = remainingText.indexOf(closing)
  if (end !== -1 && !STOP.test(remainingText.slice(0, end))) return offset + end + closing.length
  return offset + REST_OF_WORD.exec(remainingText)![0].length
}

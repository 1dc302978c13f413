import type { Span } from '@tributary/expression'
import type { SqlToken } from './lex.ts'
import { refuse } from './refusal.ts'

/** The place in a list of tokens. */
export class Cursor {
  readonly #tokens: readonly SqlToken[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly SqlToken[]) {
    this.#tokens = tokens
  }

  get token(): SqlToken {
    return this.#tokens[this.#at]!
  }

  /** The token after this one, or further on. */
  ahead(count = 1): SqlToken {
    return this.#tokens[Math.min(this.#at + count, this.#tokens.length - 1)]!
  }

  take(): SqlToken {
    const { token } = this
    if (token.kind !== 'end') this.#at++
    return token
  }

  /** Whether this token is one of the keywords, in any case. */
  isWord(...words: readonly string[]): boolean {
    return this.token.kind === 'word' && words.includes(this.token.value.toUpperCase())
  }

  isSign(...signs: readonly string[]): boolean {
    return this.token.kind === 'sign' && signs.includes(this.token.value)
  }

  takeWord(word: string): boolean {
    const isNext = this.isWord(word)
    if (isNext) this.#at++
    return isNext
  }

  takeSign(sign: string): boolean {
    const isNext = this.isSign(sign)
    if (isNext) this.#at++
    return isNext
  }

  needWord(word: string): void {
    if (!this.takeWord(word)) this.unexpected(`the word ${word}`)
  }

  needSign(sign: string): SqlToken {
    const { token } = this
    if (!this.takeSign(sign)) this.unexpected(`"${sign}"`)
    return token
  }

  unexpected(expected: string): never {
    const { token } = this
    const actual = token.kind === 'end' ? 'the end' : JSON.stringify(token.value)
    return refuse(`expected ${expected}, found ${actual}`, token.span)
  }

  /** The span from a beginning to the last token taken. */
  spanFrom(start: number): Span {
    return { start, end: this.#tokens[Math.max(this.#at - 1, 0)]!.span.end }
  }

  /** Reads one level deeper. */
  nest<T>(read: () => T): T {
    if (++this.#depth > MOST_LEVELS) {
      refuse(`the expression is nested more than ${MOST_LEVELS} levels deep`, this.token.span)
    }
    const result = read()
    this.#depth--
    return result
  }
}

/** Parentheses, calls and prefix operators inside one another. */
const MOST_LEVELS = 100

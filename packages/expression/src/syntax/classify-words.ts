import type { TokenType } from 'chevrotain'
import { endsValue } from './repair.ts'
import { retypeToken, type Token } from './token.ts'
import {
  And,
  Between,
  Case,
  Close,
  End,
  In,
  Is,
  isWord,
  Like,
  Not,
  Open,
  Or,
  When,
  Word,
} from './tokens.ts'

/** The result of {@link classifyWords}. */
interface ClassifiedWords {
  /** Whether a word has no meaning at its place: a name without its parenthesis, `IN` without its list. */
  readonly misplaced: boolean
}

/**
 * Gives words their meaning by their place: `IN`, `LIKE`, `BETWEEN` and `IS`, with `NOT` before the first
 * three, are operators after a value and function names elsewhere; `AND (` and `OR (` where a value begins are
 * functions; `WHEN` to `END` are plain words outside a `CASE`. Changes the list.
 */
export function classifyWords(tokens: Token[]): ClassifiedWords {
  const words: Words = { tokens, count: 0, cases: 0, closes: null }
  let misplaced = false
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (!isWord(token)) {
      if (words.count < at) tokens[words.count] = token
      words.count += 1
      continue
    }
    const placed = isCalledCase(words, at)
      ? retypeToken(token, Word)
      : placeWord(words, token, tokens[at + 1])
    const { tokenType } = placed
    if (tokenType !== token.tokenType && token.tokenType === Not) at += 1
    if (tokenType === Word || tokenType === In) {
      misplaced ||= tokens[at + 1]?.tokenType !== Open
    }
    tokens[words.count++] = placed
  }
  if (words.count < tokens.length) tokens.length = words.count
  return { misplaced }
}

interface Words {
  /** The first `count` tokens are classified already. */
  readonly tokens: readonly Token[]
  count: number
  /** The number of open `CASE`s. */
  cases: number
  /** The index after the matching `)` by the index of each `(`; null until it is first needed. */
  closes: ReadonlyMap<number, number> | null
}

/** Whether a `CASE` is the function in `Case(a, b)` and not the word in `CASE (a) WHEN b`. */
function isCalledCase(words: Words, at: number): boolean {
  const { tokens } = words
  if (tokens[at]!.tokenType !== Case || tokens[at + 1]?.tokenType !== Open) return false
  words.closes ??= closesFrom(tokens, at)
  const behind = words.closes.get(at + 1)
  return behind !== undefined && tokens[behind]?.tokenType !== When
}

function closesFrom(tokens: readonly Token[], from: number): ReadonlyMap<number, number> {
  const closes = new Map<number, number>()
  const open: number[] = []
  for (let at = from; at < tokens.length; at++) {
    const { tokenType } = tokens[at]!
    if (tokenType === Open) open.push(at)
    const opened = tokenType === Close ? open.pop() : undefined
    if (opened !== undefined) closes.set(opened, at + 1)
  }
  return closes
}

function placeWord(words: Words, token: Token, next: Token | undefined): Token {
  const before = words.tokens[words.count - 1]
  switch (token.tokenType) {
    case Word: {
      const operator = endsValue(before) ? findWordOperator(token.image) : undefined
      return operator === undefined ? token : retypeToken(token, operator)
    }
    case Not:
      return negatedOperator(token, before, next) ?? token
    case And:
    case Or:
      return next?.tokenType === Open && !endsValue(before) ? retypeToken(token, Word) : token
    case Case:
      words.cases += 1
      return token
    default:
      if (words.cases === 0) return retypeToken(token, Word)
      if (token.tokenType === End) words.cases -= 1
      return token
  }
}

/** `NOT` and the operator after it as one token; null when they are not one operator. */
function negatedOperator(
  not: Token,
  before: Token | undefined,
  next: Token | undefined,
): Token | null {
  if (next?.tokenType !== Word || !endsValue(before)) return null
  const operator = findWordOperator(next.image)
  if (operator === undefined || operator === Is) return null
  return retypeToken(not, operator, next.end)
}

const OPERATORS: ReadonlyMap<string, TokenType> = new Map([
  ['IN', In],
  ['IS', Is],
  ['LIKE', Like],
  ['BETWEEN', Between],
])

function findWordOperator(image: string): TokenType | undefined {
  // Most words are names of functions, told apart by their length.
  const { length } = image
  return length === 2 || length === 4 || length === 7
    ? OPERATORS.get(image.toUpperCase())
    : undefined
}

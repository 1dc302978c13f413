import { assertNever } from '@tributary/core'
import { assertUnambiguous } from './assert-unambiguous.ts'
import { type Cursor, PatternProblem, readEscape, readSet, refuse } from './read-set.ts'
import {
  type CharacterRange,
  createSingletonSet,
  DOT,
  NAMED_SETS,
  type RegexpNode,
} from './regexp-node.ts'

/** The result of {@link parseRegexp}: a tree, or the reason why the pattern is refused. */
export type RegexpReading = { readonly node: RegexpNode } | { readonly problem: string }

/** The most repetitions that all engines allow. */
const MAX_REPETITIONS = 255
/** The most groups nested in one another. */
const MAX_NESTED = 50
/** The most single characters once every repetition is written out; engines have a limit near this. */
const MAX_SIZE = 1000

/**
 * Reads a pattern of `RegexpLike`: characters, `.`, sets, `\d \w \s`, `^` and `$` (of the whole text),
 * groups, `|`, `* + ?` and `{n,m}`. What engines read differently, or can only match by trying again
 * and again, is refused: look-around, back-references, flags, `\b`, Unicode and POSIX classes. Never throws.
 */
export function parseRegexp(pattern: string): RegexpReading {
  return reading(pattern, false)
}

/**
 * Reads a pattern of `RegexpExtract` or `RegexpReplace`: as {@link parseRegexp}, but only what matches the same stretch of a
 * text in every engine; with a `group` node for one part in parentheses. Never throws.
 */
export function parseFinding(pattern: string): RegexpReading {
  return reading(pattern, true)
}

function reading(pattern: string, finds: boolean): RegexpReading {
  const cursor: Cursor = { characters: [...pattern], at: 0, depth: 0, finds }
  try {
    const node = readChoice(cursor)
    if (computeExpandedSize(node) > MAX_SIZE) refuse('it is too large')
    if (finds) assertUnambiguous(node)
    return { node }
  } catch (problem) {
    if (problem instanceof PatternProblem) return { problem: problem.message }
    throw problem
  }
}

const UNCLOSED = "a '(' is not closed"

function atEnd({ characters, at }: Cursor): boolean {
  return at >= characters.length
}

function readChoice(cursor: Cursor): RegexpNode {
  const options = [readSequence(cursor)]
  while (cursor.characters[cursor.at] === '|') {
    cursor.at += 1
    options.push(readSequence(cursor))
  }
  return options.length === 1 ? options[0]! : { kind: 'choice', options }
}

function readSequence(cursor: Cursor): RegexpNode {
  const parts: RegexpNode[] = []
  for (;;) {
    const character = cursor.characters[cursor.at]
    if (character === ')' && cursor.depth === 0) refuse("')' closes nothing; write '\\)'")
    if (character === undefined || character === '|' || character === ')') break
    parts.push(readRepeat(cursor, readPart(cursor)))
  }
  if (parts.length === 0)
    refuse(cursor.depth > 0 && atEnd(cursor) ? UNCLOSED : 'a part of it is empty')
  return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts }
}

function readPart(cursor: Cursor): RegexpNode {
  const character = cursor.characters[cursor.at++]!
  switch (character) {
    case '.':
      return { kind: 'character', set: DOT }
    case '^':
      return { kind: 'edge', edge: 'start' }
    case '$':
      return { kind: 'edge', edge: 'end' }
    case '(':
      return readGroup(cursor)
    case '[':
      return { kind: 'character', set: readSet(cursor) }
    case '\\':
      return readEscapeSequence(cursor)
    case '*':
    case '+':
    case '?':
      return refuse(`there is nothing before '${character}' to repeat; write '\\${character}'`)
    case '{':
      return refuse("'{' stands for itself only as '\\{'")
    default:
      return { kind: 'character', set: createSingletonSet(character.codePointAt(0)!) }
  }
}

function readEscapeSequence(cursor: Cursor): RegexpNode {
  const named = NAMED_SETS.get(cursor.characters[cursor.at] ?? '')
  if (named === undefined) return { kind: 'character', set: createSingletonSet(readEscape(cursor)) }
  cursor.at += 1
  return { kind: 'character', set: named }
}

function readGroup(cursor: Cursor): RegexpNode {
  if (++cursor.depth > MAX_NESTED) refuse('its groups are nested too deep')
  const captures = cursor.characters[cursor.at] !== '?'
  if (!captures) {
    if (cursor.characters[cursor.at + 1] !== ':') {
      refuse("of the forms that begin with '(?' only '(?:' is known to every engine")
    }
    cursor.at += 2
  }
  const node = readChoice(cursor)
  if (cursor.characters[cursor.at] !== ')') refuse(UNCLOSED)
  cursor.at += 1
  cursor.depth -= 1
  return cursor.finds && captures ? { kind: 'group', part: node } : node
}

/** `{2}`, `{2,}` or `{2,5}`. */
const COUNTS = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/

function readRepeat(cursor: Cursor, part: RegexpNode): RegexpNode {
  const range = readCounts(cursor)
  if (range === null) return part
  if (part.kind === 'edge') refuse("'^' and '$' cannot be repeated")
  if (cursor.characters[cursor.at] === '?') {
    // Lazy or not: it matches or it does not.
    if (cursor.finds) refuse("a lazy repetition, with '?' behind it, is read differently")
    cursor.at += 1
  }
  if (readCounts(cursor) !== null) refuse('a repetition cannot be repeated')
  const [least, most] = range
  return { kind: 'repeat', part, least, most }
}

function readCounts(cursor: Cursor): readonly [number, number | null] | null {
  const character = cursor.characters[cursor.at]
  if (character === '*' || character === '+' || character === '?') {
    cursor.at += 1
    return [character === '+' ? 1 : 0, character === '?' ? 1 : null]
  }
  if (character !== '{') return null
  const match = COUNTS.exec(cursor.characters.slice(cursor.at, cursor.at + 11).join(''))
  if (match === null) return refuse("'{' stands for itself only as '\\{'")
  cursor.at += match[0].length
  const least = Number(match[1])
  const most = match[2] === undefined ? least : match[3] === undefined ? null : Number(match[3])
  checkCounts([least, most ?? least])
  return [least, most]
}

function checkCounts([least, most]: CharacterRange): void {
  if (least > most) refuse(`{${least},${most}} has no number in it`)
  if (most > MAX_REPETITIONS) refuse(`at most ${MAX_REPETITIONS} repetitions can be asked for`)
}

/** The number of characters of a tree once every repetition is written out. */
export function computeExpandedSize(node: RegexpNode): number {
  switch (node.kind) {
    case 'character':
    case 'edge':
      return 1
    case 'group':
      return computeExpandedSize(node.part)
    case 'sequence':
      return sum(node.parts)
    case 'choice':
      return sum(node.options) + node.options.length
    case 'repeat':
      return (
        (computeExpandedSize(node.part) + 1) * Math.max(1, node.least, node.most ?? node.least + 1)
      )
    default:
      return assertNever(node)
  }
}

function sum(nodes: readonly RegexpNode[]): number {
  return nodes.reduce((total, node) => total + computeExpandedSize(node), 0)
}

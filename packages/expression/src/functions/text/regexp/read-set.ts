import { type CharacterRange, type CharacterSet, NAMED_SETS } from './regexp-node.ts'

/** The position of a parser in a pattern. */
export interface Cursor {
  readonly characters: readonly string[]
  at: number
  /** The number of open groups. */
  depth: number
  /** Whether it matters what matches, not only whether something does. */
  readonly finds: boolean
}

/** The reason why a pattern is refused, caught by the parser. */
export class PatternProblem extends Error {}

/** Refuses the pattern. */
export function refuse(problem: string): never {
  throw new PatternProblem(problem)
}

/** The set whose opening bracket was just read; the cursor moves past its closing bracket. */
export function readSet(cursor: Cursor): CharacterSet {
  const { characters } = cursor
  const negated = characters[cursor.at] === '^'
  if (negated) cursor.at += 1
  const ranges: CharacterRange[] = []
  while (characters[cursor.at] !== ']') {
    if (cursor.at >= characters.length) refuse("a '[' is not closed")
    ranges.push(...readRanges(cursor))
  }
  if (ranges.length === 0) refuse("a set is empty; write '\\]' for the bracket itself")
  cursor.at += 1
  return { ranges, negated }
}

function readRanges(cursor: Cursor): readonly CharacterRange[] {
  const named = readNamedRanges(cursor)
  if (named !== null) return named
  const from = readOne(cursor)
  const { characters, at } = cursor
  if (characters[at] !== '-' || characters[at + 1] === ']') return [[from, from]]
  cursor.at += 1
  if (cursor.at >= characters.length) refuse("a '[' is not closed")
  if (readNamedRanges(cursor) !== null) refuse('a range ends in a whole set')
  const to = readOne(cursor)
  if (to < from) refuse('a range in a set runs backwards')
  return [[from, to]]
}

function readNamedRanges(cursor: Cursor): readonly CharacterRange[] | null {
  if (cursor.characters[cursor.at] !== '\\') return null
  const letter = cursor.characters[cursor.at + 1] ?? ''
  const named = NAMED_SETS.get(letter)
  if (named === undefined) return null
  if (named.negated) refuse(`'\\${letter}' cannot stand inside a set`)
  cursor.at += 2
  return named.ranges
}

function readOne(cursor: Cursor): number {
  const character = cursor.characters[cursor.at++]!
  if (character === '\\') return readEscape(cursor)
  if (character === '[' && /^[:.=]$/.test(cursor.characters[cursor.at] ?? '')) {
    refuse(`'[${cursor.characters[cursor.at]}' begins a class that not every engine knows`)
  }
  return character.codePointAt(0)!
}

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
])
const PUNCTUATION = /^[!-/:-@[-`{-~]$/

/** The code point that the character after a backslash means; the cursor moves past it. */
export function readEscape(cursor: Cursor): number {
  const character = cursor.characters[cursor.at++]
  if (character === undefined) return refuse("a backslash ends it; write '\\\\' for a backslash")
  const control = CONTROLS.get(character)
  if (control !== undefined) return control
  if (PUNCTUATION.test(character)) return character.codePointAt(0)!
  return refuse(`engines disagree on '\\${character}'`)
}

import { type CharacterRange, type CharacterSet, NAMED_SETS } from './character-set.ts'
import { type Cursor, refuse } from './cursor.ts'
import { readEscape } from './read-escape.ts'

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
  const named = readNamed(cursor)
  if (named !== null) return named
  const from = readOne(cursor)
  const { characters, at } = cursor
  if (characters[at] !== '-' || characters[at + 1] === ']') return [[from, from]]
  cursor.at += 1
  if (cursor.at >= characters.length) refuse("a '[' is not closed")
  if (readNamed(cursor) !== null) refuse('a range ends in a whole set')
  const to = readOne(cursor)
  if (to < from) refuse('a range in a set runs backwards')
  return [[from, to]]
}

function readNamed(cursor: Cursor): readonly CharacterRange[] | null {
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

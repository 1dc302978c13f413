import { type Cursor, refuse } from './cursor.ts'

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

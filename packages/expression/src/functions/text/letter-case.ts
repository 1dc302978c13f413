import { textParameter } from '../definition/arguments.ts'
import { plainFunction } from '../definition/define-function.ts'
import type { ScalarFunction } from '../definition/definition.ts'

/** Functions that change the case of letters. */
export const LETTER_CASE_FUNCTIONS: Readonly<Record<'Lower' | 'Upper', ScalarFunction>> = {
  Lower: plainFunction({
    description: 'The text in lower case, converted letter by letter.',
    parameters: [textParameter('text')],
    examples: [
      { text: 'Lower("Zürich HB")', result: 'zürich hb' },
      { text: 'Lower("ΟΔΟΣ")', result: 'οδοσ' },
    ],
    result: 'STRING',
    evaluate: ([text]) => lowerText(text as string),
  }),
  Upper: plainFunction({
    description: 'The text in upper case, converted letter by letter.',
    parameters: [textParameter('text')],
    examples: [
      { text: 'Upper("Zürich")', result: 'ZÜRICH' },
      { text: 'Upper("straße")', result: 'STRAẞE' },
    ],
    result: 'STRING',
    evaluate: ([text]) => upperText(text as string),
  }),
}

/**
 * Converts a text to lower case letter by letter, regardless of context, so that the number of letters stays (`"İ"` becomes
 * `"i"`, and a final sigma is no exception). Letters are those of Unicode 15.
 */
export function lowerText(text: string): string {
  return ONLY_ASCII.test(text) ? text.toLowerCase() : mapLetters(text, lowerLetter)
}

/** Converts a text to upper case letter by letter; `"ß"` becomes `"ẞ"`. Letters are those of Unicode 15. */
function upperText(text: string): string {
  return ONLY_ASCII.test(text) ? text.toUpperCase() : mapLetters(text, upperLetter)
}

/** Letters, and at the same positions the same letters in another case. */
export interface LetterTable {
  readonly from: string
  readonly to: string
}

/** Every letter beyond ASCII that {@link lowerText} changes; for engines whose own function depends on a locale. */
export function lowerLetters(): LetterTable {
  smallLetters ??= createLetterTable(lowerLetter)
  return smallLetters
}

/** Every letter beyond ASCII that {@link upperText} changes. */
export function upperLetters(): LetterTable {
  capitalLetters ??= createLetterTable(upperLetter)
  return capitalLetters
}

let smallLetters: LetterTable | undefined
let capitalLetters: LetterTable | undefined

const ONLY_ASCII = /^\p{ASCII}*$/u

function mapLetters(text: string, letter: (character: string) => string): string {
  let mapped = ''
  for (const character of text) mapped += letter(character)
  return mapped
}

/** The letters that Unicode spells with several in the other case. */
const SMALL: ReadonlyMap<string, string> = new Map([['İ', 'i']])
const CAPITAL: ReadonlyMap<string, string> = new Map([
  ['ß', 'ẞ'],
  ...[...'ᾀᾁᾂᾃᾄᾅᾆᾇᾐᾑᾒᾓᾔᾕᾖᾗᾠᾡᾢᾣᾤᾥᾦᾧ'].map(
    (smallLetter) => [smallLetter, shiftLetter(smallLetter, 8)] as const,
  ),
  ...[...'ᾳῃῳ'].map((smallLetter) => [smallLetter, shiftLetter(smallLetter, 9)] as const),
])

/** Letters that were added, or got a second case, after Unicode 15: JavaScript may know them, engines do not yet. */
const LATER =
  /[\u019b\u0264\u1c89\u1c8a\ua7cb-\ua7cf\ua7d2-\ua7d5\ua7da-\ua7dd\u{10d50}-\u{10d85}\u{16ea0}-\u{16ed3}]/u

function lowerLetter(letter: string): string {
  return SMALL.get(letter) ?? onlyLetter(letter, letter.toLowerCase())
}

function upperLetter(letter: string): string {
  return CAPITAL.get(letter) ?? onlyLetter(letter, letter.toUpperCase())
}

function onlyLetter(letter: string, counterpart: string): string {
  if (counterpart === letter || LATER.test(letter)) return letter
  return counterpart.length === String.fromCodePoint(counterpart.codePointAt(0)!).length
    ? counterpart
    : letter
}

function shiftLetter(letter: string, by: number): string {
  return String.fromCodePoint(letter.codePointAt(0)! + by)
}

/** No letter of a higher plane has two cases. */
const LAST_LETTER = 0x1ffff

function createLetterTable(letter: (character: string) => string): LetterTable {
  let [from, to] = ['', '']
  for (let point = 0x80; point <= LAST_LETTER; point++) {
    const character = String.fromCodePoint(point)
    const counterpart = letter(character)
    if (counterpart === character) continue
    from += character
    to += counterpart
  }
  return { from, to }
}

import { textParameter } from '../arguments.ts'
import { plainFunction } from '../define-function.ts'
import type { ScalarFunction } from '../definition.ts'
import { countCodePoints } from './code-points.ts'

/** The length of a text, and functions that build texts. */
export const EDIT_FUNCTIONS: Readonly<Record<'Length' | 'Concat' | 'Replace', ScalarFunction>> = {
  Length: plainFunction({
    description: 'The number of characters of a text, counted in Unicode code points.',
    parameters: [textParameter('text')],
    examples: [
      { text: 'Length("abc")', result: '3' },
      { text: 'Length("日本😀")', result: '3' },
      { text: 'Length("")', result: '0' },
    ],
    result: 'INT',
    evaluate: ([text]) => BigInt(countCodePoints(text as string)),
  }),
  Concat: plainFunction({
    description: 'Its texts joined in order; NULL when one of them is NULL.',
    parameters: [textParameter('first'), textParameter('second', { repeated: true })],
    examples: [
      { text: 'Concat("air", "port")', result: 'airport' },
      { text: 'Concat("a", "-", "😀")', result: 'a-😀' },
      { text: 'Concat("a", NULL)', result: null },
    ],
    result: 'STRING',
    evaluate: (texts) => texts.join(''),
  }),
  Replace: plainFunction({
    description: 'The text with every occurrence of one text replaced by another.',
    parameters: [textParameter('text'), textParameter('search'), textParameter('replacement')],
    examples: [
      { text: 'Replace("a-b-c", "-", "+")', result: 'a+b+c' },
      { text: 'Replace("abc", "", "x")', result: 'abc' },
      { text: 'Replace("a😀b", "😀", "")', result: 'ab' },
    ],
    result: 'STRING',
    evaluate: ([text, search, replacement]) =>
      replaced(text as string, search as string, replacement as string),
  }),
}

/** The longest result: nested calls multiply the length, and engines have a limit. */
const MAX_UNITS = 1_000_000

/** Null when the result would be longer than a million characters. */
function replaced(text: string, search: string, replacement: string): string | null {
  if (search === '') return text
  const parts = text.split(search)
  const length = text.length + (parts.length - 1) * (replacement.length - search.length)
  return length > MAX_UNITS ? null : parts.join(replacement)
}

import { textParameter } from '../arguments.ts'
import { plainFunction } from '../define-function.ts'
import type { ScalarFunction } from '../definition.ts'
import { countCodePoints } from './code-points.ts'
import { limitCells } from './limit-cells.ts'
import { canLengthen } from './text-size.ts'

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
    formula: null,
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
    refine: limitCells,
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
    refine: (call) => (canLengthen(call) ? limitCells(call) : call),
    evaluate: ([text, search, replacement]) =>
      search === ''
        ? text!
        : (text as string).replaceAll(search as string, () => replacement as string),
  }),
}

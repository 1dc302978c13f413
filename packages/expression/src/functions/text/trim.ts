import { textParameter } from '../definition/arguments.ts'
import { plainFunction } from '../definition/define-function.ts'
import type { ScalarFunction } from '../definition/definition.ts'

/** Functions that remove white space from the ends of a text. */
export const TRIM_FUNCTIONS: Readonly<Record<'Trim' | 'LTrim' | 'RTrim', ScalarFunction>> = {
  Trim: plainFunction({
    description: 'The text without leading and trailing spaces, tabs and line breaks.',
    parameters: [textParameter('text')],
    examples: [
      { text: 'Trim("  a b ")', result: 'a b' },
      { text: 'Trim("\\ta\\n")', result: 'a' },
    ],
    result: 'STRING',
    evaluate: ([text]) => trimEnds(text as string, 'both'),
  }),
  LTrim: plainFunction({
    description: 'The text without leading spaces, tabs and line breaks.',
    parameters: [textParameter('text')],
    examples: [
      { text: 'Concat(LTrim("  a "), "|")', result: 'a |' },
      { text: 'LTrim("\\t\\na")', result: 'a' },
    ],
    result: 'STRING',
    evaluate: ([text]) => trimEnds(text as string, 'start'),
  }),
  RTrim: plainFunction({
    description: 'The text without trailing spaces, tabs and line breaks.',
    parameters: [textParameter('text')],
    examples: [
      { text: 'Concat("|", RTrim(" a  "))', result: '| a' },
      { text: 'RTrim("a\\t\\n")', result: 'a' },
    ],
    result: 'STRING',
    evaluate: ([text]) => trimEnds(text as string, 'end'),
  }),
}

/** The characters that are trimmed: the space, tab and line ends, the no-break space, and the wide space of Chinese and Japanese. */
export const SPACES = ' \t\n\r\u00a0\u3000'

/** The ends of a text at which spaces are trimmed. */
type TrimmedEnds = 'both' | 'start' | 'end'

/** A text without the spaces at its ends. */
function trimEnds(text: string, ends: TrimmedEnds): string {
  let [start, end] = [0, text.length]
  if (ends !== 'end') while (start < end && SPACES.includes(text[start]!)) start += 1
  if (ends !== 'start') while (end > start && SPACES.includes(text[end - 1]!)) end -= 1
  return text.slice(start, end)
}

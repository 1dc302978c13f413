import { report } from '../../diagnostics/report.ts'
import { UNKNOWN } from '../../tree/typed-expr.ts'
import { countParameter, readConstant, textParameter } from '../definition/arguments.ts'
import { plainFunction } from '../definition/define-function.ts'
import type { ScalarFunction } from '../definition/definition.ts'
import { countCodePoints, sliceCodePoints } from './code-points.ts'

/** Functions that give a part of a text. */
export const SLICE_FUNCTIONS: Readonly<
  Record<'Left' | 'Right' | 'Substring' | 'SplitPart', ScalarFunction>
> = {
  Left: plainFunction({
    description: 'The first characters of a text; an empty text for a count below 1.',
    parameters: [textParameter('text'), countParameter('count')],
    examples: [
      { text: 'Left("airport", 3)', result: 'air' },
      { text: 'Left("日本😀", 9)', result: '日本😀' },
      { text: 'Left("airport", -1)', result: '' },
    ],
    result: 'STRING',
    evaluate: ([text, count]) =>
      sliceCodePoints(text as string, 0, Number(clampCount(count as bigint, 0))),
  }),
  Right: plainFunction({
    description: 'The last characters of a text; an empty text for a count below 1.',
    parameters: [textParameter('text'), countParameter('count')],
    examples: [
      { text: 'Right("airport", 4)', result: 'port' },
      { text: 'Right("日本😀", 1)', result: '😀' },
      { text: 'Right("airport", 0)', result: '' },
    ],
    result: 'STRING',
    evaluate: ([text, count]) =>
      lastCharacters(text as string, Number(clampCount(count as bigint, 0))),
  }),
  Substring: plainFunction({
    description:
      'The characters of a text from a position on, counting from 1; a start below 1 counts as 1, a length below 0 as 0.',
    parameters: [
      textParameter('text'),
      countParameter('start'),
      countParameter('length', { optional: true }),
    ],
    examples: [
      { text: 'Substring("airport", 4)', result: 'port' },
      { text: 'Substring("airport", 2, 3)', result: 'irp' },
      { text: 'Substring("😀日本", 0, 2)', result: '😀日' },
    ],
    result: 'STRING',
    evaluate([text, start, length]) {
      const from = Number(clampCount(start as bigint, 1)) - 1
      const count = length === undefined ? Infinity : Number(clampCount(length as bigint, 0))
      return sliceCodePoints(text as string, from, from + count)
    },
  }),
  SplitPart: plainFunction({
    description:
      'One of the parts of a text between delimiters, counting from 1; an empty text when there is no such part.',
    parameters: [textParameter('text'), textParameter('delimiter'), countParameter('index')],
    examples: [
      { text: 'SplitPart("eu-west-1", "-", 2)', result: 'west' },
      { text: 'SplitPart("eu-west-1", "-", 4)', result: '' },
      { text: 'SplitPart("eu", "-", 1)', result: 'eu' },
    ],
    result: 'STRING',
    refine(call, args, site) {
      const delimiter = readConstant(args[1]!, 'delimiter', site)
      if (delimiter) return call
      if (delimiter === null) return UNKNOWN
      const params = { found: '', expected: 'a delimiter', reason: 'it is empty' }
      site.addDiagnostic(report('EXP2006', { span: args[1]!.span, params }))
      return UNKNOWN
    },
    evaluate: ([text, delimiter, index]) =>
      (text as string).split(delimiter as string)[Number(index) - 1] ?? '',
  }),
}

function lastCharacters(text: string, count: number): string {
  const length = countCodePoints(text)
  return sliceCodePoints(text, Math.max(0, length - count), length)
}

/** A number of characters that no text has. */
export const MAX_CHARACTERS = 2_147_483_647n

/** A count of characters limited to at least `least` and at most {@link MAX_CHARACTERS}. */
export function clampCount(count: bigint, least: 0 | 1): bigint {
  if (count < BigInt(least)) return BigInt(least)
  return count > MAX_CHARACTERS ? MAX_CHARACTERS : count
}

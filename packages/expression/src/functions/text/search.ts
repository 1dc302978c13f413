import { textParameter } from '../arguments.ts'
import { plainFunction } from '../define-function.ts'
import type { ScalarFunction } from '../definition.ts'
import { countCodePoints } from './code-points.ts'

/** Functions that search for a part in a text. */
export const SEARCH_FUNCTIONS: Readonly<
  Record<'Position' | 'Contains' | 'NotContains' | 'StartsWith' | 'EndsWith', ScalarFunction>
> = {
  Position: plainFunction({
    description:
      'The position at which a part first occurs in a text, counting from 1; 0 when it does not occur.',
    parameters: [textParameter('text'), textParameter('part')],
    examples: [
      { text: 'Position("airport", "port")', result: '4' },
      { text: 'Position("😀b", "b")', result: '2' },
      { text: 'Position("airport", "x")', result: '0' },
    ],
    result: 'INT',
    formula: null,
    evaluate: ([text, part]) => findCharacterPosition(text as string, part as string),
  }),
  Contains: plainFunction({
    description: 'TRUE when a part occurs anywhere in a text; case-sensitive.',
    parameters: [textParameter('text'), textParameter('part')],
    examples: [
      { text: 'Contains("airport", "port")', result: 'true' },
      { text: 'Contains("airport", "Port")', result: 'false' },
      { text: 'Contains(NULL, "a")', result: null },
    ],
    result: 'BOOLEAN',
    evaluate: ([text, part]) => (text as string).includes(part as string),
  }),
  NotContains: plainFunction({
    description: 'TRUE when a part does not occur in a text; case-sensitive.',
    parameters: [textParameter('text'), textParameter('part')],
    examples: [
      { text: 'NotContains("airport", "x")', result: 'true' },
      { text: 'NotContains("airport", "air")', result: 'false' },
    ],
    result: 'BOOLEAN',
    evaluate: ([text, part]) => !(text as string).includes(part as string),
  }),
  StartsWith: plainFunction({
    description: 'TRUE when a text begins with a part; case-sensitive.',
    parameters: [textParameter('text'), textParameter('part')],
    examples: [
      { text: 'StartsWith("airport", "air")', result: 'true' },
      { text: 'StartsWith("airport", "port")', result: 'false' },
    ],
    result: 'BOOLEAN',
    evaluate: ([text, part]) => (text as string).startsWith(part as string),
  }),
  EndsWith: plainFunction({
    description: 'TRUE when a text ends with a part; case-sensitive.',
    parameters: [textParameter('text'), textParameter('part')],
    examples: [
      { text: 'EndsWith("airport", "port")', result: 'true' },
      { text: 'EndsWith("airport", "air")', result: 'false' },
    ],
    result: 'BOOLEAN',
    evaluate: ([text, part]) => (text as string).endsWith(part as string),
  }),
}

function findCharacterPosition(text: string, part: string): bigint {
  const at = text.indexOf(part)
  return at === -1 ? 0n : BigInt(countCodePoints(text.slice(0, at)) + 1)
}

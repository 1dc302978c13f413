import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { everywhere } from '../sql-forms.ts'
import { type SqlText, sqlText } from '../sql-text.ts'

/** `Concat(first, second, …)`. */
export const concat: ScalarDefinition = plainFunction({
  name: 'Concat',
  family: 'text',
  description: 'Its texts one after the other; NULL when one of them is NULL.',
  parameters: [textParameter('first'), textParameter('second', { repeated: true })],
  examples: [
    { text: 'Concat("air", "port")', result: 'airport' },
    { text: 'Concat("a", "-", "😀")', result: 'a-😀' },
    { text: 'Concat("a", NULL)', result: null },
  ],
  result: 'STRING',
  evaluate: (texts) => texts.join(''),
  // Engines' own `concat` reads NULL as an empty text.
  sql: everywhere((args) => chained(args.map((one) => one.text))),
})

/** Halved again and again, since engines limit how deep an expression may be. */
function chained(pieces: readonly SqlText[]): SqlText {
  if (pieces.length === 1) return pieces[0]!
  const middle = Math.ceil(pieces.length / 2)
  return sqlText`(${chained(pieces.slice(0, middle))} || ${chained(pieces.slice(middle))})`
}

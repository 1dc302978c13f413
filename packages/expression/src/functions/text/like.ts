import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { likePatternOf, refineLike } from './like-argument.ts'
import { matchesLike } from './like-pattern.ts'
import { LIKE_FORMS } from './like-sql.ts'

/** `Like(text, pattern)`. */
export const like: ScalarDefinition = plainFunction({
  name: 'Like',
  family: 'text',
  description:
    'TRUE when a constant pattern matches the whole text: % is any characters, _ any one, a backslash makes the next one plain.',
  parameters: [textParameter('text'), textParameter('pattern')],
  examples: [
    { text: 'Like("airport", "air%")', result: 'true' },
    { text: 'Like("a😀", "a_")', result: 'true' },
    { text: 'Like("100 %", "1__ \\\\%")', result: 'true' },
  ],
  result: 'BOOLEAN',
  refine: refineLike,
  evaluate: ([text], call) => matchesLike(likePatternOf(call), text as string),
  sql: LIKE_FORMS,
})

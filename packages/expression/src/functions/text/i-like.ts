import { constantNode, constantText } from '../../tree/typed-expr.ts'
import { textParameter } from '../argument-kinds.ts'
import type { ScalarDefinition } from '../definition.ts'
import { plainFunction } from '../plain-function.ts'
import { lowerText } from './letter-case.ts'
import { likePatternOf, refineLike } from './like-argument.ts'
import { matchesLike } from './like-pattern.ts'
import { ILIKE_FORMS } from './like-sql.ts'

/** `ILike(text, pattern)`. */
export const iLike: ScalarDefinition = plainFunction({
  name: 'ILike',
  family: 'text',
  description: 'As Like, with capital and small letters the same, as Lower makes them.',
  parameters: [textParameter('text'), textParameter('pattern')],
  examples: [
    { text: 'ILike("Airport", "AIR%")', result: 'true' },
    { text: 'ILike("ZÜRICH", "zür_ch")', result: 'true' },
    { text: 'ILike("Airport", "port")', result: 'false' },
  ],
  result: 'BOOLEAN',
  refine(call, args, site) {
    const refined = refineLike(call, args, site)
    if (refined.kind !== 'call') return refined
    const value = lowerText(constantText(refined.args[1]) ?? '')
    return { ...refined, args: [refined.args[0]!, constantNode({ type: 'STRING', value })] }
  },
  evaluate: ([text], call) => matchesLike(likePatternOf(call), lowerText(text as string)),
  sql: ILIKE_FORMS,
})

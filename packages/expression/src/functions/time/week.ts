import type { ScalarDefinition } from '../definition.ts'
import { partFunction } from './part-function.ts'

/** `Week(time)`. */
export const week: ScalarDefinition = partFunction('Week', {
  description: 'The week of a time by ISO 8601, 1 to 53; weeks begin on Monday.',
  examples: [{ text: 'Week("2021-01-03")', result: '53' }],
})

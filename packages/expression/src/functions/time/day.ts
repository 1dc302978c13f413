import type { ScalarDefinition } from '../definition.ts'
import { partFunction } from './part-function.ts'

/** `Day(time)`. */
export const day: ScalarDefinition = partFunction('Day', {
  description: 'The day of the month, 1 to 31.',
  examples: [{ text: 'Day("2024-05-15")', result: '15' }],
})

import type { ScalarDefinition } from '../definition.ts'
import { partFunction } from './part-function.ts'

/** `DayOfYear(time)`. */
export const dayOfYear: ScalarDefinition = partFunction('DayOfYear', {
  description: 'The day of the year, 1 to 366.',
  examples: [{ text: 'DayOfYear("2024-12-31")', result: '366' }],
})

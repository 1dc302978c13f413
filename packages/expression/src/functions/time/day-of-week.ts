import type { ScalarDefinition } from '../definition.ts'
import { partFunction } from './part-function.ts'

/** `DayOfWeek(time)`. */
export const dayOfWeek: ScalarDefinition = partFunction('DayOfWeek', {
  description: 'The day of the week: 1 is Monday, 7 is Sunday.',
  examples: [{ text: 'DayOfWeek("2024-05-15")', result: '3' }],
})

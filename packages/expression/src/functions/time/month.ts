import type { ScalarDefinition } from '../definition.ts'
import { partFunction } from './part-function.ts'

/** `Month(time)`. */
export const month: ScalarDefinition = partFunction('Month', {
  description: 'The month of a time, 1 to 12.',
  examples: [{ text: 'Month("2024-05-15")', result: '5' }],
})

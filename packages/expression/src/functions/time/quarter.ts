import type { ScalarDefinition } from '../definition.ts'
import { partFunction } from './part-function.ts'

/** `Quarter(time)`. */
export const quarter: ScalarDefinition = partFunction('Quarter', {
  description: 'The quarter of a year that a time is in, 1 to 4.',
  examples: [{ text: 'Quarter("2024-05-15")', result: '2' }],
})

import type { ScalarDefinition } from '../definition.ts'
import { partFunction } from './part-function.ts'

/** `Year(time)`. */
export const year: ScalarDefinition = partFunction('Year', {
  description: 'The year of a time.',
  examples: [{ text: 'Year("2024-05-15")', result: '2024' }],
})

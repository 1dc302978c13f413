import type { ScalarDefinition } from '../definition.ts'
import { partFunction } from './part-function.ts'

/** `Minute(time)`. */
export const minute: ScalarDefinition = partFunction('Minute', {
  description: 'The minute of a time, 0 to 59.',
  examples: [{ text: 'Minute("2024-05-15 13:07:09")', result: '7' }],
})

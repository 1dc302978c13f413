import type { ScalarDefinition } from '../definition.ts'
import { partFunction } from './part-function.ts'

/** `Second(time)`. */
export const second: ScalarDefinition = partFunction('Second', {
  description: 'The second of a time, 0 to 59.',
  examples: [{ text: 'Second("2024-05-15 13:07:09")', result: '9' }],
})

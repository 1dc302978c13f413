import type { ScalarDefinition } from '../definition.ts'
import { partFunction } from './part-function.ts'

/** `Hour(time)`. */
export const hour: ScalarDefinition = partFunction('Hour', {
  description: 'The hour of a time, 0 to 23.',
  examples: [{ text: 'Hour("2024-05-15 13:07:09")', result: '13' }],
})

import type { ScalarDefinition } from '../definition.ts'
import { readTimeFunction } from './read-time-function.ts'

/** `Timestamp(text, format)`. */
export const timestamp: ScalarDefinition = {
  ...readTimeFunction('Timestamp', 'yyyy-MM-dd HH:mm:ss'),
  description:
    'The time that a text names in a format of yyyy, MM, dd, HH, mm, ss and separators; NULL when it names none.',
  examples: [
    { text: 'Timestamp("2024-05-15 13:00:00")', result: '2024-05-15 13:00:00' },
    { text: 'Timestamp("15/05/2024 13:30", "dd/MM/yyyy HH:mm")', result: '2024-05-15 13:30:00' },
  ],
}

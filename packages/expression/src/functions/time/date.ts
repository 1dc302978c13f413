import type { ScalarDefinition } from '../definition.ts'
import { readTimeFunction } from './read-time-function.ts'

/** `Date(text, format)`. */
export const date: ScalarDefinition = {
  ...readTimeFunction('Date', 'yyyy-MM-dd'),
  description:
    'The date that a text names in a format of yyyy, MM, dd, HH, mm, ss and separators; NULL when it names none.',
  examples: [
    { text: 'Date("2024-05-15")', result: '2024-05-15' },
    { text: 'Date("15.05.2024", "dd.MM.yyyy")', result: '2024-05-15' },
  ],
}

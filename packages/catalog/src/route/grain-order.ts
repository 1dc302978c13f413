import type { Grain } from '@tributary/expression'

/** Each grain with those that it is made of whole periods of, beside itself. */
const MADE_OF: Readonly<Record<Grain, readonly Grain[]>> = {
  SECOND: [],
  MINUTE: ['SECOND'],
  HOUR: ['SECOND', 'MINUTE'],
  DAY: ['SECOND', 'MINUTE', 'HOUR'],
  WEEK: ['SECOND', 'MINUTE', 'HOUR', 'DAY'],
  MONTH: ['SECOND', 'MINUTE', 'HOUR', 'DAY'],
  QUARTER: ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'MONTH'],
  YEAR: ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'MONTH', 'QUARTER'],
}

/** Whether every period of `outer` is made of whole periods of `inner`: a month of days, but not of weeks. */
export function contains(outer: Grain, inner: Grain): boolean {
  return outer === inner || MADE_OF[outer].includes(inner)
}

/** The grain that a word names; null for another word. */
export function grainNamed(word: string): Grain | null {
  const upper = word.toUpperCase()
  return Object.hasOwn(MADE_OF, upper) ? (upper as Grain) : null
}

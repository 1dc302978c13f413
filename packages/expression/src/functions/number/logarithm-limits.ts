import { bind, type SqlText } from '../sql-text.ts'

/** A limit as a number, and as a parameter. */
export interface Limit {
  readonly value: number
  readonly bound: SqlText
}

/** The largest number whose exponential is a double. */
export const LARGEST_LN: Limit = limit(709.782712893384)

/** Below this an exponential counts as zero. */
export const LEAST_LN: Limit = limit(-745)

function limit(value: number): Limit {
  return { value, bound: bind({ type: 'DOUBLE', value }) }
}

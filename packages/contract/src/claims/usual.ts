import type { RootCauseData } from '../schemas/causes.ts'

/** Fewer earlier changes say too little of what is usual. */
export const LEAST_HISTORY = 3

/** Whether a change is no larger than the usual one of enough earlier changes. */
export function isWithinUsual({ change, usual }: Pick<RootCauseData, 'change' | 'usual'>): boolean {
  if (change === null || usual === null || usual.changes < LEAST_HISTORY) return false
  return Math.abs(change) <= usual.size
}

import type { UsualChange } from '../leaves/figures.ts'

/** Fewer earlier changes say too little of what is usual. */
export const LEAST_HISTORY = 3

/** The usual change of earlier ones; null without any. */
export function computeUsualChange(changes: readonly number[]): UsualChange | null {
  if (changes.length === 0) return null
  return { size: Math.hypot(...changes) / Math.sqrt(changes.length), changes: changes.length }
}

/** Whether a change is no larger than the usual one; null when too few earlier changes are known. */
export function isUsualChange(change: number, usual: UsualChange | null): boolean | null {
  if (usual === null || usual.changes < LEAST_HISTORY) return null
  return Math.abs(change) <= usual.size
}

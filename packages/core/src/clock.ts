/** Source of the current time. Services take it as an option, so that a test can fix the time. */
export interface Clock {
  /** The current time. */
  now(): Date
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() }

/**
 * Creates a clock that always returns the time `at`.
 *
 * @example
 * ```ts
 * import { fixedClock } from '@tributary/platform'
 * const clock = fixedClock(new Date('2026-03-14T00:00:00Z'))
 * clock.now().toISOString() // => '2026-03-14T00:00:00.000Z'
 * ```
 */
export function fixedClock(at: Date): Clock {
  return { now: () => new Date(at) }
}

/** Where the present comes from. Services take it as an option so that tests can stop it. */
export interface Clock {
  /** The present moment. */
  now(): Date
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => new Date() }

/** A clock that always answers `at`. */
export function fixedClock(at: Date): Clock {
  return { now: () => new Date(at) }
}

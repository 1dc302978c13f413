// Errors.
export { assertNever } from './assert-never.ts'
// Time.
export { type Clock, fixedClock, systemClock } from './clock.ts'
export { type ErrorDetails, type NamedThing, TributaryError } from './errors.ts'

// Caches.
export { LruMap } from './lru-map.ts'

// Suggestions for misspelt names.
export { nearNames } from './near-names.ts'

export { assertNever } from './assert-never.ts'
export { type Clock, fixedClock, systemClock } from './clock.ts'
export { type ErrorDetails, TributaryError } from './errors.ts'
export { nearNames } from './near-names.ts'

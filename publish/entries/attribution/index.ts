// Why a metric changed.
export * from '@tributary/attribution'
// The base of all errors.
export { type ErrorDetails, type NamedThing, TributaryError } from '@tributary/core'

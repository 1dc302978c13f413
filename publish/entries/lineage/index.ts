// Where data comes from, and what depends on it.
export { type ErrorDetails, type NamedThing, TributaryError } from '@tributary/core'
export * from '@tributary/lineage'

// The expression language.
export { type ErrorDetails, type NamedThing, TributaryError } from '@tributary/core'
export * from '@tributary/expression'
export * from '@tributary/expression/literal'

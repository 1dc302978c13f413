import { requireNode } from '../require-node.ts'

// Requests and answers of the operations.
export type * from '@tributary/contract'
// Errors, and clocks for tests.
export {
  type Clock,
  type ErrorDetails,
  fixedClock,
  type NamedThing,
  systemClock,
  TributaryError,
} from '@tributary/core'
// The services.
export * from '@tributary/platform'

requireNode('@tributary/platform', 24)

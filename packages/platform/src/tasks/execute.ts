import type { Instance } from './instance.ts'

/** What the work of an instance is done with. */
export interface ExecuteContext {
  /** Aborted when the work is no longer wanted, or no longer this worker's: nothing may be written then. */
  readonly signal: AbortSignal
  /** To be told of the statement that is run, its dates filled in: in one line, and laid out for reading. */
  onSql(original: string, formatted: string): void
}

/** Does the work of an instance that was claimed; rejects when it fails. */
export type Execute = (claimed: Instance, context: ExecuteContext) => Promise<void>

/** What {@link TributaryError} carries beside its message. */
export interface ErrorDetails {
  /** Machine-readable facts about the error: names, paths, positions, suggestions. JSON-safe. */
  readonly details?: Readonly<Record<string, unknown>>
  /** What caused it, for logs; never shown to an API client. */
  readonly cause?: unknown
}

/**
 * The base of every error that Tributary throws on purpose. Each package extends it once, with a
 * closed union of codes such as `CATALOG_UNKNOWN_METRIC`. The message is one sentence for a person:
 * what was expected, what was found, where, what to do.
 */
export class TributaryError<Code extends string = string> extends Error {
  /** Stable name of the error, for programs. */
  readonly code: Code
  /** Machine-readable facts about the error; empty when there are none. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: Code, message: string, options: ErrorDetails = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = code
    this.details = options.details ?? {}
  }
}

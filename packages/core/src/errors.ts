/** Optional fields of a {@link TributaryError}. */
export interface ErrorDetails {
  /** Machine-readable facts about the error: names, paths, positions, suggestions. JSON-safe. */
  readonly details?: Readonly<Record<string, unknown>>
  /** The underlying error, for logs; never sent to an API client. */
  readonly cause?: unknown
}

/**
 * Base class of every error that Tributary throws deliberately. Each package extends it once, with a closed union of
 * codes such as `CATALOG_UNKNOWN_METRIC`. The message is one sentence for a person: what was expected, what was found,
 * where, and what to do.
 */
export class TributaryError<Code extends string = string> extends Error {
  /** Stable code of the error, for programs. */
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

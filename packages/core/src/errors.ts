/** Something that the message of an error names and not every caller may know. */
export interface NamedThing {
  /** `DEFINITION` is a place in the definitions; `SERVICE` is what only the operator may know, such as a folder. */
  readonly kind: 'DATASOURCE' | 'DATASET' | 'PLAN' | 'TABLE' | 'FILE' | 'DEFINITION' | 'SERVICE'
  /** Its name; for a table the parts of its name joined by points, for a file its path. */
  readonly name: string
}

/** Optional fields of a {@link TributaryError}. */
export interface ErrorDetails {
  /** Machine-readable facts about the error: names, paths, positions, suggestions. JSON-safe. */
  readonly details?: Readonly<Record<string, unknown>>
  /** The underlying error, for logs; never sent to an API client. */
  readonly cause?: unknown
  /** The things that the message names and the caller did not write. @defaultValue none */
  readonly names?: readonly NamedThing[]
}

/**
 * Base class of every error that Tributary throws deliberately. Each package extends it once, with a closed union of
 * codes such as `CATALOG_UNKNOWN_METRIC`. The message is one sentence for a person: what was expected, what was found,
 * where, and what to do. It is for those who may know all that `names` has; a service tells other callers less.
 */
export class TributaryError<Code extends string = string> extends Error {
  /** Stable code of the error, for programs. */
  readonly code: Code
  /** Machine-readable facts about the error; empty when there are none. */
  readonly details: Readonly<Record<string, unknown>>
  /** The things that the message names and the caller did not write. */
  readonly names: readonly NamedThing[]

  constructor(code: Code, message: string, options: ErrorDetails = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = code
    this.details = options.details ?? {}
    this.names = options.names ?? []
  }
}

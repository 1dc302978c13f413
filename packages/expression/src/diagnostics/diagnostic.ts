import type { Span } from '../tree/span.ts'
import type { DiagnosticCode } from './codes.ts'

/** Something to say about a text: where, what, and how to mend it. A user's mistake is data, never an exception. */
export interface Diagnostic {
  /** Stable number, `EXP1010`. */
  readonly code: DiagnosticCode
  /** Stable name for programs, `EXPRESSION_UNKNOWN_FIELD`; the API's `detailErrorMsg` begins with it. */
  readonly name: string
  readonly severity: 'error' | 'warning'
  /** One sentence in plain English words; no token names, no stack. */
  readonly message: string
  /** The facts of the message, for translation by code. */
  readonly params: Readonly<Record<string, string | number>>
  readonly span: Span
  /** Further places that explain the first, "opened here". */
  readonly labels?: readonly { readonly span: Span; readonly text: string }[]
  /** What could stand here instead, at most four human words; absent where there is more to choose from. */
  readonly expected?: readonly string[]
  /** Edits that mend the text, best first. */
  readonly fixes?: readonly Fix[]
}

/** A mend that a program can apply: replace each stretch by its text. */
export interface Fix {
  readonly title: string
  readonly edits: readonly { readonly span: Span; readonly text: string }[]
}

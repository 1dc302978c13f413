import type { Span } from '../tree/span.ts'
import type { DiagnosticCode } from './messages/codes.ts'

/** A mistake in a text, or a warning: what it is, where it is and how to fix it. */
export interface Diagnostic {
  /** The stable code, `EXP1010`. */
  readonly code: DiagnosticCode
  /** The stable name, `EXPRESSION_UNKNOWN_FIELD`. `detailErrorMsg` of the HTTP API begins with it. */
  readonly name: string
  readonly severity: 'error' | 'warning'
  /** One English sentence for a person. */
  readonly message: string
  /** The values that fill the message, for translations. */
  readonly params: Readonly<Record<string, string | number>>
  readonly span: Span
  /** Further places that explain the first, such as "opened here". */
  readonly labels?: readonly { readonly span: Span; readonly text: string }[]
  /** The possible texts here; absent when there are more than four. */
  readonly expected?: readonly string[]
  /** Fixes, the best first. */
  readonly fixes?: readonly Fix[]
}

/** A fix that a program can apply: each span is replaced by its text. */
export interface Fix {
  readonly title: string
  readonly edits: readonly { readonly span: Span; readonly text: string }[]
}

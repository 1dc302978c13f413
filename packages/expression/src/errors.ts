import { TributaryError } from '@tributary/core'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import type { DiagnosticName } from './diagnostics/messages/codes.ts'

/** The stable names of the errors of an expression. */
export type ExpressionErrorCode = DiagnosticName

/** An expression with errors, thrown by {@link compile}. `details.diagnostics` has all diagnostics. */
export class ExpressionError extends TributaryError<ExpressionErrorCode> {}

/**
 * The exception for the diagnostics of a text: its code and message are those of the first error, its details
 * `{ path, text, span, diagnostics }`. `path` says where the text comes from, such as `filters[2]`.
 */
export function expressionError(
  path: string,
  text: string,
  diagnostics: readonly Diagnostic[],
): ExpressionError {
  const first = diagnostics.find((diagnostic) => diagnostic.severity === 'error')
  if (first === undefined)
    throw new TypeError('expressionError needs a diagnostic with severity error')
  const { span } = first
  const code = first.name as ExpressionErrorCode
  const place = `${path}, character ${span.start + 1}`
  return new ExpressionError(code, `${capitalizeSentence(first.message)} (${place})`, {
    details: { path, text, span, diagnostics },
  })
}

function capitalizeSentence(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

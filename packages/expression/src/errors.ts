import { TributaryError } from '@tributary/core'
import type { Diagnostic, DiagnosticName } from './diagnostics/diagnostic.ts'

/** The stable names of what can be wrong with an expression. */
export type ExpressionErrorCode = DiagnosticName

/** A wrong expression as an exception, for callers that can do nothing with diagnostics. */
export class ExpressionError extends TributaryError<ExpressionErrorCode> {}

/**
 * The exception of a text's diagnostics: named after the first error, its sentence for a message. Details
 * are `{ path, text, span, diagnostics }`; `path` says where the text comes from, `filters[2]`.
 */
export function expressionError(
  path: string,
  text: string,
  diagnostics: readonly Diagnostic[],
): ExpressionError {
  const first = diagnostics.find((one) => one.severity === 'error')
  if (first === undefined) throw new TypeError('An expression error needs an error')
  const { span } = first
  const code = first.name as ExpressionErrorCode
  const place = `${path}, character ${span.start + 1}`
  return new ExpressionError(code, `${capitalised(first.message)} (${place})`, {
    details: { path, text, span, diagnostics },
  })
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

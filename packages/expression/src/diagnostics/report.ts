import type { Span } from '../span.ts'
import { DIAGNOSTICS, type DiagnosticCode, type DiagnosticKind } from './codes.ts'
import type { Diagnostic, Fix } from './diagnostic.ts'

/** What {@link report} is told beside the code. */
export interface ReportOptions {
  readonly span: Span
  /** Fill the holes of the code's sentence. */
  readonly params?: Diagnostic['params']
  readonly labels?: Diagnostic['labels']
  readonly fixes?: readonly Fix[]
}

/** A diagnostic of this code, its sentence filled in. Empty lists of labels and fixes are left out. */
export function report(code: DiagnosticCode, options: ReportOptions): Diagnostic {
  const { name, severity, message }: DiagnosticKind = DIAGNOSTICS[code]
  const params = options.params ?? {}
  return {
    code,
    name,
    severity,
    message: message.replace(/\{(\w+)\}/g, (_, hole: string) => String(params[hole] ?? '')),
    params,
    span: options.span,
    ...(options.labels?.length ? { labels: options.labels } : {}),
    ...(options.fixes?.length ? { fixes: options.fixes } : {}),
  }
}

/** Whether one of the diagnostics is an error. */
export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((one) => one.severity === 'error')
}

/** A fix of one edit. */
export function replaceBy(title: string, span: Span, text: string): Fix {
  return { title, edits: [{ span, text }] }
}

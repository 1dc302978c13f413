import type { Span } from '../tree/span.ts'
import { DIAGNOSTICS, type DiagnosticCode } from './codes.ts'
import type { Diagnostic, Fix } from './diagnostic.ts'
import { filled, MESSAGES, type ParamsOf } from './messages/messages.ts'

/** What {@link report} is told beside the code. */
export type ReportOptions<Code extends DiagnosticCode> = {
  readonly span: Span
  readonly labels?: Diagnostic['labels']
  /** What could stand here instead, in human words; left out when there are more than four. */
  readonly expected?: readonly string[]
  readonly fixes?: readonly Fix[]
} & ([keyof ParamsOf<Code>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<Code> })

const MOST_EXPECTED = 4

/** A diagnostic of this code, its sentence filled in. Empty lists are left out. */
export function report<Code extends DiagnosticCode>(
  code: Code,
  options: ReportOptions<Code>,
): Diagnostic {
  const { span, labels, expected, fixes } = options
  const params: Diagnostic['params'] = options.params ?? {}
  const { name, severity } = DIAGNOSTICS[code]
  return {
    code,
    name,
    severity,
    message: filled(MESSAGES.en[code], params),
    params,
    span,
    ...(labels?.length ? { labels } : {}),
    ...(expected?.length && expected.length <= MOST_EXPECTED ? { expected } : {}),
    ...(fixes?.length ? { fixes } : {}),
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

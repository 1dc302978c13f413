import type { Span } from '../tree/span.ts'
import type { Diagnostic, Fix } from './diagnostic.ts'
import { DIAGNOSTICS, type DiagnosticCode } from './messages/codes.ts'
import { fillHoles, MESSAGES, type ParamsOf } from './messages/messages.ts'

/** The parts of a diagnostic besides its code. */
type ReportOptions<Code extends DiagnosticCode> = {
  readonly span: Span
  readonly labels?: Diagnostic['labels']
  /** The possible texts here; left out when there are more than four. */
  readonly expected?: readonly string[]
  readonly fixes?: readonly Fix[]
} & ([keyof ParamsOf<Code>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: ParamsOf<Code> })

const MOST_EXPECTED = 4

/** Creates the diagnostic of a code and fills in its message. Empty lists are left out. */
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
    message: fillHoles(MESSAGES.en[code], params),
    params,
    span,
    ...(labels?.length ? { labels } : {}),
    ...(expected?.length && expected.length <= MOST_EXPECTED ? { expected } : {}),
    ...(fixes?.length ? { fixes } : {}),
  }
}

/** Whether one of the diagnostics is an error. */
export function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error')
}

/** The end of a message that suggests near names, and a fix for each of them. */
export function suggest(
  near: readonly string[],
  span: Span,
): { readonly suggestion: string; readonly fixes: readonly Fix[] } {
  return {
    suggestion: near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`,
    fixes: near.map((name) => replaceBy(`use ${name}`, span, name)),
  }
}

/** A fix with one edit. */
export function replaceBy(title: string, span: Span, text: string): Fix {
  return { title, edits: [{ span, text }] }
}

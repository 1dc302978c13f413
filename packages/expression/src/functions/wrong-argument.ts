import { report } from '../diagnostics/report.ts'
import type { Argument, CallSite } from './definition.ts'

/** Complains that an argument has the wrong type. */
export function complainOfArgument(
  site: CallSite,
  argument: Argument,
  names: { readonly function: string; readonly parameter: string; readonly expected: string },
): void {
  const params = { ...names, found: argument.typed.type }
  site.complain(report('EXP2001', { span: argument.span, params }))
}

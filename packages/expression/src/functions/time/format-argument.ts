import { replaceBy, report } from '../../diagnostics/report.ts'
import { type DateFormat, parseDateFormat } from '../../time/date-format.ts'
import { printText } from '../../tree/print.ts'
import { constantText, type TypedExpr } from '../../tree/typed-expr.ts'
import type { Argument, CallSite } from '../definition.ts'

/** How a format is to be read. */
export interface FormatDemand {
  readonly function: string
  readonly demand: 'date' | 'any'
  /** A format that would do. */
  readonly example: string
}

/** The text of a format argument; null after a complaint. */
export function readFormat(
  format: Argument,
  { function: name, demand, example }: FormatDemand,
  site: CallSite,
): string | null {
  const text = constantText(format.typed)
  if (text === null) {
    if (format.typed.type === 'UNKNOWN') return null
    const params = { function: name, parameter: 'format' }
    site.complain(report('EXP2008', { span: format.span, params }))
    return null
  }
  const parsed = text === '' ? { problem: 'it is empty' } : parseDateFormat(text, demand)
  if ('format' in parsed) return text
  const params = { found: text, reason: parsed.problem }
  const fixes = [replaceBy(`use ${example}`, format.span, printText(example))]
  site.complain(report('EXP2013', { span: format.span, params, fixes }))
  return null
}

/** The format of a checked call, whose second argument holds one. */
export function formatAt(args: readonly TypedExpr[]): DateFormat {
  const parsed = parseDateFormat(constantText(args[1]) ?? '', 'any')
  if ('problem' in parsed) throw new TypeError('A checked call has a format here')
  return parsed.format
}

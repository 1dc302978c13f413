import { replaceBy, report } from '../../diagnostics/report.ts'
import { type DateFormat, parseDateFormat, readFormatted } from '../../time/date-format.ts'
import { floorDivide } from '../../time/grains.ts'
import { DAY } from '../../value.ts'
import { printText } from '../../visit/print-leaf.ts'
import type { Argument, CallSite, FunctionDefinition } from '../definition.ts'
import { bind, sqlText } from '../sql-text.ts'
import { callNode, constantNode, constantText, hasType, UNKNOWN } from '../typed-calls.ts'
import { complainOfArgument } from '../wrong-argument.ts'
import { formatPattern, strptimeFormat } from './duckdb-format.ts'

const ISO = 'yyyy-MM-dd'

/** `Date(text, format)`. */
export const date: FunctionDefinition = {
  name: 'Date',
  family: 'time',
  description:
    'The date that a text names in a format of yyyy, MM, dd, HH, mm, ss and separators; NULL when it names none.',
  parameters: [
    { name: 'text', takes: 'a text' },
    { name: 'format', takes: `a format, "${ISO}" when left out`, optional: true },
  ],
  nulls: 'propagate',
  check([text, format], site) {
    const pieces = format ? readFormat(format, site) : ISO
    if (!hasType(text!.typed, 'STRING')) {
      const names = { function: 'Date', parameter: 'text', expected: 'a text' }
      complainOfArgument(site, text!, names)
      return UNKNOWN
    }
    if (pieces === null || complainOfConstant(text!, pieces, site)) return UNKNOWN
    const node = constantNode({ type: 'STRING', value: pieces })
    return callNode('Date', 'DATE', [text!.typed, node])
  },
  evaluate(argument, { args }) {
    const reading = readFormatted(argument(0) as string, formatOf(constantText(args[1])!))
    return 'time' in reading ? Number(floorDivide(reading.time, DAY)) : null
  },
  sql: {
    duckdb([text], { args }) {
      const format = formatOf(constantText(args[1])!)
      const pattern = bind({ type: 'STRING', value: formatPattern(format) })
      const parts = bind({ type: 'STRING', value: strptimeFormat(format) })
      return sqlText`CAST(CASE WHEN regexp_full_match(${text!.text}, ${pattern}) THEN try_strptime(${text!.text}, ${parts}) END AS DATE)`
    },
  },
}

function formatOf(text: string): DateFormat {
  const parsed = parseDateFormat(text)
  if ('problem' in parsed) throw new TypeError('A checked call has a format here')
  return parsed.format
}

function readFormat(format: Argument, site: CallSite): string | null {
  const text = constantText(format.typed)
  if (text === null) {
    if (format.typed.type === 'UNKNOWN') return null
    const params = { function: 'Date', parameter: 'format' }
    site.complain(report('EXP2008', { span: format.span, params }))
    return null
  }
  const parsed = parseDateFormat(text)
  if ('format' in parsed) return text
  const params = { found: text, reason: parsed.problem }
  const fixes = [replaceBy(`use ${ISO}`, format.span, printText(ISO))]
  site.complain(report('EXP2013', { span: format.span, params, fixes }))
  return null
}

function complainOfConstant(text: Argument, format: string, site: CallSite): boolean {
  const constant = constantText(text.typed)
  if (constant === null) return false
  const reading = readFormatted(constant, formatOf(format))
  if ('time' in reading) return false
  const params = { found: constant, expected: 'a date', reason: reading.problem }
  site.complain(report('EXP2006', { span: text.span, params }))
  return true
}

import { report } from '../../diagnostics/report.ts'
import { parseDateFormat, readFormatted } from '../../time/date-format.ts'
import {
  callNode,
  constantNode,
  constantText,
  hasType,
  type TypedExpr,
  UNKNOWN,
} from '../../tree/typed-expr.ts'
import { floorDivide } from '../../values/civil.ts'
import { DAY } from '../../values/value.ts'
import type { Argument, CallSite, ScalarDefinition } from '../definition.ts'
import { complainOfArgument } from '../wrong-argument.ts'
import { formatAt, readFormat } from './format-argument.ts'
import { readForms } from './format-forms.ts'

/** The functions that read a text as a date or a time in a format. */
export function readTimeFunction(
  name: 'Date' | 'Timestamp',
  usual: string,
): Pick<
  ScalarDefinition,
  'name' | 'family' | 'parameters' | 'nulls' | 'check' | 'evaluate' | 'sql'
> {
  const type = name === 'Date' ? 'DATE' : 'TIMESTAMP'
  return {
    name,
    family: 'time',
    parameters: [
      { name: 'text', takes: 'a text' },
      { name: 'format', takes: `a format, "${usual}" when left out`, optional: true },
    ],
    nulls: 'propagate',
    check([text, format], site) {
      const asked = { function: name, demand: 'date', example: usual } as const
      const pieces = format ? readFormat(format, asked, site) : usual
      if (!hasType(text!.typed, 'STRING')) {
        complainOfArgument(site, text!, { function: name, parameter: 'text', expected: 'a text' })
        return UNKNOWN
      }
      if (pieces === null || complainOfConstant(text!, pieces, site)) return UNKNOWN
      return callNode(name, type, [text!.typed, constantNode({ type: 'STRING', value: pieces })])
    },
    evaluate(argument, { args }) {
      const reading = readFormatted(argument(0) as string, formatAt(args))
      if (!('time' in reading)) return null
      return type === 'DATE' ? Number(floorDivide(reading.time, DAY)) : reading.time
    },
    sql: readForms(type, (args) => formatAt(args as readonly TypedExpr[])),
  }
}

function complainOfConstant(text: Argument, format: string, site: CallSite): boolean {
  const constant = constantText(text.typed)
  const parsed = parseDateFormat(format)
  if (constant === null || 'problem' in parsed) return false
  const reading = readFormatted(constant, parsed.format)
  if ('time' in reading) return false
  const params = { found: constant, expected: 'a date', reason: reading.problem }
  site.complain(report('EXP2006', { span: text.span, params }))
  return true
}

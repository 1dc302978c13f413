import { replaceBy, report } from '../../diagnostics/report.ts'
import {
  type DateFormat,
  parseDateFormat,
  parseFormattedTime,
  printFormattedTime,
} from '../../time/date-format.ts'
import type { TimeReading } from '../../time/parse-time.ts'
import { printText } from '../../tree/literals.ts'
import {
  callNode,
  constantNode,
  constantText,
  hasType,
  type TypedExpr,
  textNode,
  UNKNOWN,
} from '../../tree/typed-expr.ts'
import { floorDivide } from '../../values/civil.ts'
import { DAY, toConstant, type Value, widenValue } from '../../values/value.ts'
import { readConstant, reportArgument, timeParameter } from '../arguments.ts'
import type { Argument, CallSite, ScalarFunction } from '../definition.ts'
import { memoizeByCall } from '../memoize-by-call.ts'
import { readTimeArgument } from './time-arguments.ts'
import { writtenTime } from './written-time.ts'

/** Functions that read and write times in a format. */
export const FORMAT_FUNCTIONS: Readonly<
  Record<'Date' | 'Timestamp' | 'DateFormat', ScalarFunction>
> = {
  Date: {
    ...readTimeFunction('Date', 'yyyy-MM-dd'),
    description:
      'The date that a text states in a format of yyyy, MM, dd, HH, mm, ss and separators; NULL when it does not match the format.',
    examples: [
      { text: 'Date("2024-05-15")', result: '2024-05-15' },
      { text: 'Date("15.05.2024", "dd.MM.yyyy")', result: '2024-05-15' },
    ],
  },
  Timestamp: {
    ...readTimeFunction('Timestamp', 'yyyy-MM-dd HH:mm:ss'),
    description:
      'The time that a text states in a format of yyyy, MM, dd, HH, mm, ss and separators; NULL when it does not match the format.',
    examples: [
      { text: 'Timestamp("2024-05-15 13:00:00")', result: '2024-05-15 13:00:00' },
      { text: 'Timestamp("15/05/2024 13:30", "dd/MM/yyyy HH:mm")', result: '2024-05-15 13:30:00' },
    ],
  },
  DateFormat: {
    description:
      'The time as a text in a constant format of fields and separators: yyyy yy · Q · MMMM (January) MMM (Jan) MM M · dd d DDD (day of the year) · EEEE (Monday) EEE (Mon) · HH H hh h a (AM) · mm ss. Names are English; letters that are no fields stand between apostrophes.',
    parameters: [timeParameter('time'), { name: 'format', takes: 'a format such as "yyyy-MM"' }],
    examples: [
      { text: 'DateFormat("2024-05-15", "yyyy-MM")', result: '2024-05' },
      { text: 'DateFormat("2024-05-15 13:07:00", "dd.MM.yyyy HH:mm")', result: '15.05.2024 13:07' },
      {
        text: 'DateFormat("2024-05-05 13:07:00", "EEE, MMM d, h:mm a")',
        result: 'Sun, May 5, 1:07 PM',
      },
      { text: `DateFormat("2024-05-15", "yyyy-'Q'Q")`, result: '2024-Q2' },
    ],
    nulls: 'propagate',
    formula: null,
    check([time, format], site) {
      const typed = readTimeArgument(time!, site)
      const written = constantText(format!.typed)
      const composed = written === null ? null : writtenTime(typed, written)
      if (composed !== null) return typed.type === 'UNKNOWN' ? UNKNOWN : composed
      const read = readFormat(format!, 'any', 'yyyy-MM-dd', site)
      if (read === null || typed.type === 'UNKNOWN') return UNKNOWN
      return callNode('DateFormat', 'STRING', [typed, textNode(read.text)])
    },
    evaluate: (argument, call) => {
      const time = widenValue(argument(0), call.args[0]!.type, 'TIMESTAMP') as bigint
      return printFormattedTime(time, formatOf(call))
    },
  },
}

/** A format as it is written, and what it says. */
interface ReadFormat {
  readonly text: string
  readonly format: DateFormat
}

/** A function that reads a text as a date or a time in a format. */
function readTimeFunction(
  name: 'Date' | 'Timestamp',
  defaultText: string,
): Omit<ScalarFunction, 'description' | 'examples'> {
  const type = name === 'Date' ? 'DATE' : 'TIMESTAMP'
  const defaultFormat: ReadFormat = {
    text: defaultText,
    format: requireDateFormat(defaultText),
  }
  const valueRead = (reading: TimeReading): Value => {
    if ('problem' in reading) return null
    return type === 'DATE' ? Number(floorDivide(reading.time, DAY)) : reading.time
  }
  return {
    parameters: [
      { name: 'text', takes: 'a text' },
      { name: 'format', takes: `a format, "${defaultText}" when left out`, optional: true },
    ],
    nulls: 'propagate',
    formula: null,
    check([text, format], site) {
      const read = format ? readFormat(format, 'date', defaultText, site) : defaultFormat
      if (!hasType(text!.typed, 'STRING')) {
        reportArgument(site, text!, { parameter: 'text', expected: 'a text' })
        return UNKNOWN
      }
      if (read === null) return UNKNOWN
      const constant = constantText(text!.typed)
      if (constant === null) {
        return callNode(site.function, type, [text!.typed, textNode(read.text)])
      }
      const reading = parseFormattedTime(constant, read.format)
      if ('time' in reading) return constantNode(toConstant(valueRead(reading), type))
      const params = { found: constant, expected: 'a date', reason: reading.problem }
      site.addDiagnostic(report('EXP2006', { span: text!.span, params }))
      return UNKNOWN
    },
    evaluate: (argument, call) =>
      valueRead(parseFormattedTime(argument(0) as string, formatOf(call))),
  }
}

/** A format argument, of which `example` is one that would do; null once a problem is reported. */
function readFormat(
  format: Argument,
  demand: 'date' | 'any',
  example: string,
  site: CallSite,
): ReadFormat | null {
  const text = readConstant(format, 'format', site)
  if (text === null) return null
  const parsed = text === '' ? { problem: 'it is empty' } : parseDateFormat(text, demand)
  if ('format' in parsed) return { text, format: parsed.format }
  const params = { found: text, reason: parsed.problem }
  const fixes = [replaceBy(`use ${example}`, format.span, printText(example))]
  site.addDiagnostic(report('EXP2013', { span: format.span, params, fixes }))
  return null
}

/** The format of a checked call, its second argument. */
export function formatAt(args: readonly TypedExpr[]): DateFormat {
  return requireDateFormat(constantText(args[1]) ?? '')
}

/** The format of a checked call, parsed once for all rows. */
const formatOf = memoizeByCall(({ args }) => formatAt(args))

function requireDateFormat(text: string): DateFormat {
  const parsed = parseDateFormat(text, 'any')
  if ('problem' in parsed) throw new TypeError('A checked call has a format here')
  return parsed.format
}

import { report } from '../diagnostics/report.ts'
import { findGrainByName, truncate } from '../time/grains.ts'
import { readTime } from '../time/parse-time.ts'
import { readSingleRange } from '../time/range-words.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import {
  constantNode,
  constantText,
  type TypedConstant,
  type TypedExpr,
  UNKNOWN,
  widenConstant,
} from '../tree/typed-expr.ts'
import { dateText } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import { commonType, type Grain, isTimeType, type ValueType } from '../values/value-type.ts'
import type { Argument, CallSite } from './definition.ts'

/**
 * Brings arguments to one type: constants are converted, and ISO texts become times when another argument is a time; back
 * ends widen the rest. Types that do not go together are reported and give UNKNOWN.
 */
export function alignTypes(
  args: readonly Argument[],
  site: CallSite,
): { readonly type: ValueType; readonly args: readonly TypedExpr[] } {
  const time = args.find(({ typed }) => typed.type === 'DATE' || typed.type === 'TIMESTAMP')
  const read = args.map((argument) =>
    time ? readTimeNextTo(argument, time.typed, site) : argument.typed,
  )
  let type: ValueType = 'NULL'
  for (const [index, typed] of read.entries()) {
    const common = commonType(type, typed.type)
    if (common === null) {
      const params = { function: site.function, first: type, second: typed.type }
      site.addDiagnostic(report('EXP2014', { span: args[index]!.span, params }))
      return { type: 'UNKNOWN', args: read }
    }
    type = common
  }
  return { type, args: read.map((typed) => widenConstant(typed, type)) }
}

/**
 * Reads an argument beside `neighbour`: an ISO text beside a time becomes a time, of the neighbour's type where possible,
 * and truncated to the neighbour's grain when that is truncated. A text that is no time is reported. Any other argument
 * stays unchanged.
 */
export function readTimeNextTo(
  argument: Argument,
  neighbour: TypedExpr,
  site: Pick<CallSite, 'addDiagnostic' | 'calendar'>,
): TypedExpr {
  const text = constantText(argument.typed)
  if (text === null || !isTimeType(neighbour.type)) return argument.typed
  const reading = readTime(text)
  if ('problem' in reading) {
    const params = {
      found: text,
      expected: 'a date or time',
      reason: suggestFirstDay(text, site.calendar) ?? reading.problem,
    }
    site.addDiagnostic(report('EXP2006', { span: argument.span, params }))
    return UNKNOWN
  }
  const grain = findTruncationGrain(neighbour)
  const time = grain === null ? reading.time : truncate(reading.time, grain)
  return neighbour.type === 'DATE'
    ? shortest(time)
    : constantNode({ type: 'TIMESTAMP', value: time })
}

/** The advice for a period that has a name, such as `2001-Q2`; null for another text. */
function suggestFirstDay(text: string, calendar: WorkCalendar): string | null {
  const reading = readSingleRange(text, calendar)
  if (reading === null || !('words' in reading) || reading.words.kind !== 'calendar') return null
  return `write the first day of the period, ${dateText(Number(reading.words.from / DAY))}`
}

/** The grain that a node is truncated to; null when it is not a DateTrunc. */
export function findTruncationGrain(typed: TypedExpr): Grain | null {
  if (typed.kind !== 'call' || typed.function !== 'DateTrunc') return null
  return findGrainByName(constantText(typed.args[1]) ?? '')
}

/** DATE for a midnight, TIMESTAMP otherwise. */
function shortest(time: bigint): TypedConstant {
  return time % DAY === 0n
    ? constantNode({ type: 'DATE', value: Number(time / DAY) })
    : constantNode({ type: 'TIMESTAMP', value: time })
}

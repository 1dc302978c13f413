import { replaceBy, report } from '../../diagnostics/report.ts'
import {
  GRAIN_WORDS,
  isCustomGrain,
  isFinerThanDay,
  periodNumber,
  toPlainGrain,
  wordOfGrain,
} from '../../time/grains.ts'
import { printText } from '../../tree/literals.ts'
import {
  callNode,
  constantText,
  hasType,
  type TypedExpr,
  textNode,
  UNKNOWN,
} from '../../tree/typed-expr.ts'
import { DAY, type Value, widenValue } from '../../values/value.ts'
import type { PlainGrain } from '../../values/value-type.ts'
import { reportArgument, timeParameter } from '../arguments.ts'
import type { Argument, CallSite, ScalarFunction } from '../definition.ts'
import { maxPeriods, moveTime, periodsLeft } from './calendar.ts'
import { computedGrainAt, grainAt, readGrain, readTimeArgument } from './time-arguments.ts'

const OF_NO_LENGTH =
  'the periods of a custom calendar differ in length, and DateAdd moves a time by a length; use DAY or another grain'

/** Functions that move a time by periods, or count the periods between two. */
export const DISTANCE_FUNCTIONS: Readonly<Record<'DateAdd' | 'DateDiff', ScalarFunction>> = {
  DateAdd: {
    description:
      'The time moved by a number of periods; a day that the target month does not have becomes its last day. NULL outside the years 0001 to 9999; a constant count that always leads there is an error.',
    parameters: [
      timeParameter('time'),
      { name: 'count', takes: 'a whole number' },
      { name: 'grain', takes: 'a grain such as "DAY"', choices: GRAIN_WORDS },
    ],
    examples: [
      { text: 'DateAdd(Date("2024-01-31"), 1, "MONTH")', result: '2024-02-29' },
      { text: 'DateAdd(Date("2024-05-15"), -7, "DAY")', result: '2024-05-08' },
      { text: 'DateAdd(Date("2024-05-15"), 2, "HOUR")', result: '2024-05-15 02:00:00' },
    ],
    nulls: 'propagate',
    formula: null,
    check([time, count, grain], site) {
      if (reportSwap(count!, grain!, site)) return UNKNOWN
      const typed = readTimeArgument(time!, site)
      const requestedGrain = readGrain(grain!, site)
      if (requestedGrain !== null && isCustomGrain(requestedGrain)) {
        const params = { found: wordOfGrain(requestedGrain), reason: OF_NO_LENGTH }
        site.addDiagnostic(report('EXP2018', { span: grain!.span, params }))
        return UNKNOWN
      }
      const named = requestedGrain && toPlainGrain(requestedGrain)
      if (!hasType(count!.typed, 'INT')) {
        reportArgument(site, count!, { parameter: 'count', expected: 'a whole number' })
        return UNKNOWN
      }
      if (named === null || typed.type === 'UNKNOWN') return UNKNOWN
      const type = isFinerThanDay(named) ? 'TIMESTAMP' : typed.type
      if (reportDistance(typed, count!, named, site)) return UNKNOWN
      return callNode('DateAdd', type, [typed, count!.typed, textNode(named)])
    },
    evaluate(argument, { args, type }) {
      const time = widenValue(argument(0), args[0]!.type, 'TIMESTAMP') as bigint
      return inType(
        moveTime(time, argument(1) as bigint, toPlainGrain(computedGrainAt(args, 2))),
        type === 'DATE',
      )
    },
  },
  DateDiff: {
    description:
      'The number of period boundaries between two times: from 31 December to 1 January it is one year.',
    parameters: [
      timeParameter('from'),
      timeParameter('to'),
      { name: 'grain', takes: 'a grain such as "DAY"', choices: GRAIN_WORDS },
    ],
    examples: [
      { text: 'DateDiff("2024-05-01", "2024-05-15", "DAY")', result: '14' },
      { text: 'DateDiff("2024-12-31", "2025-01-01", "YEAR")', result: '1' },
      { text: 'DateDiff("2024-05-15", "2024-02-29", "MONTH")', result: '-3' },
    ],
    nulls: 'propagate',
    formula: null,
    check([from, to, grain], site) {
      const first = readTimeArgument(from!, site)
      const last = readTimeArgument(to!, site)
      const named = readGrain(grain!, site)
      if (named === null || first.type === 'UNKNOWN' || last.type === 'UNKNOWN') return UNKNOWN
      return callNode('DateDiff', 'INT', [first, last, textNode(named)])
    },
    evaluate(argument, { args }) {
      const grain = grainAt(args, 2)
      const number = (index: number) =>
        periodNumber(widenValue(argument(index), args[index]!.type, 'TIMESTAMP') as bigint, grain)
      return BigInt(number(1) - number(0))
    },
  },
}

function inType(time: bigint | null, asDate: boolean): Value {
  return time !== null && asDate ? Number(time / DAY) : time
}

/** A whole number and a grain in each other's place. */
function reportSwap(count: Argument, grain: Argument, site: CallSite): boolean {
  const text = constantText(count.typed)
  if (text === null || grain.typed.type !== 'INT') return false
  const span = { start: count.span.start, end: grain.span.end }
  const params = { function: 'DateAdd', expected: 'time, count, grain' }
  const { typed } = grain
  const fixes =
    typed.kind === 'constant' && typed.constant.type === 'INT'
      ? [replaceBy('swap them', span, `${typed.constant.value}, ${printText(text)}`)]
      : []
  site.addDiagnostic(report('EXP2007', { span, params, fixes }))
  return true
}

/** A constant number of periods that takes the time, or any time, out of the calendar. */
function reportDistance(
  time: TypedExpr,
  { typed, span }: Argument,
  grain: PlainGrain,
  site: CallSite,
): boolean {
  if (typed.kind !== 'constant' || typed.constant.type !== 'INT') return false
  const count = typed.constant.value
  const limit = findDistanceLimit(time, count < 0n ? 'back' : 'forward', grain)
  const distance = count < 0n ? -count : count
  if (distance <= limit) return false
  const params = { found: String(distance), limit: String(limit) }
  site.addDiagnostic(report('EXP6009', { span, params }))
  return true
}

function findDistanceLimit(
  time: TypedExpr,
  direction: 'forward' | 'back',
  grain: PlainGrain,
): bigint {
  if (time.kind !== 'constant' || time.constant.value === null) return maxPeriods(grain)
  const { constant, type } = time
  return periodsLeft(widenValue(constant.value, type, 'TIMESTAMP') as bigint, direction, grain)
}

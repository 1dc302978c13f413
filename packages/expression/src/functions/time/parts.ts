import { report } from '../../diagnostics/report.ts'
import { grainOfWord } from '../../time/work-calendar.ts'
import { callNode, constantNode, type TypedExpr, textNode, UNKNOWN } from '../../tree/typed-expr.ts'
import { floorDivide, toCivilDate, toEpochDays } from '../../values/civil.ts'
import { DAY, widenValue } from '../../values/value.ts'
import type { Grain } from '../../values/value-type.ts'
import { nearTexts, readConstant, timeParameter } from '../arguments.ts'
import { rewrittenFunction } from '../define-function.ts'
import type { CallSite, ScalarFunction } from '../definition.ts'
import { readTimeArgument } from './time-arguments.ts'

/** The parts of a time; a function has the name of each. */
export const TIME_PARTS = [
  'Year',
  'Quarter',
  'Month',
  'Week',
  'Day',
  'DayOfWeek',
  'DayOfYear',
  'Hour',
  'Minute',
  'Second',
] as const

/** A part of a time. */
export type TimePart = (typeof TIME_PARTS)[number]

const PARTS: ReadonlyMap<string, TimePart> = new Map(
  TIME_PARTS.map((part) => [part.toUpperCase(), part]),
)

/** Functions that give a part of a time. */
export const PART_FUNCTIONS: Readonly<Record<'Extract' | TimePart, ScalarFunction>> = {
  Extract: rewrittenFunction({
    description: 'A part of a time: YEAR, QUARTER, MONTH, WEEK, DAY, DAYOFWEEK, HOUR and so on.',
    parameters: [
      timeParameter('time'),
      { name: 'part', takes: 'a part such as "YEAR"', choices: [...PARTS.keys()] },
    ],
    examples: [
      { text: 'Extract("2024-05-15", "MONTH")', result: '5' },
      { text: 'Extract("2024-05-15", "DAYOFWEEK")', result: '3' },
    ],
    check([time, part], site) {
      const typed = readTimeArgument(time!, site)
      const text = readConstant(part!, 'part', site)
      if (text === null) return UNKNOWN
      const timePart = PARTS.get(text.toUpperCase())
      if (timePart === undefined) {
        const fixes = nearTexts(text, PARTS.keys(), part!.span)
        const params = { found: text, parts: [...PARTS.keys()].join(', ') }
        site.addDiagnostic(report('EXP2017', { span: part!.span, params, fixes }))
        return UNKNOWN
      }
      return typed.type === 'UNKNOWN' ? UNKNOWN : createTimePart(timePart, typed, site)
    },
  }),
  Year: partFunction('Year', 'The year of a time.', ['2024-05-15', '2024']),
  Quarter: partFunction('Quarter', 'The quarter of a time, 1 to 4.', ['2024-05-15', '2']),
  Month: partFunction('Month', 'The month of a time, 1 to 12.', ['2024-05-15', '5']),
  Week: weekFunction(),
  Day: partFunction('Day', 'The day of the month, 1 to 31.', ['2024-05-15', '15']),
  DayOfWeek: partFunction('DayOfWeek', 'The day of the week: 1 is Monday, 7 is Sunday.', [
    '2024-05-15',
    '3',
  ]),
  DayOfYear: partFunction('DayOfYear', 'The day of the year, 1 to 366.', ['2024-12-31', '366']),
  Hour: partFunction('Hour', 'The hour of a time, 0 to 23.', ['2024-05-15 13:07:09', '13']),
  Minute: partFunction('Minute', 'The minute of a time, 0 to 59.', ['2024-05-15 13:07:09', '7']),
  Second: partFunction('Second', 'The second of a time, 0 to 59.', ['2024-05-15 13:07:09', '9']),
}

/** The function of a part, as an INT; the example is a time and its part. */
function partFunction(
  name: TimePart,
  description: string,
  [example, result]: readonly [string, string],
): ScalarFunction {
  return {
    description,
    parameters: [timeParameter('time')],
    examples: [{ text: `${name}("${example}")`, result }],
    nulls: 'propagate',
    formula: null,
    check([time], site) {
      const typed = readTimeArgument(time!, site)
      return typed.type === 'UNKNOWN' ? UNKNOWN : callNode(name, 'INT', [typed])
    },
    evaluate: (argument, { args }) =>
      BigInt(timePart(widenValue(argument(0), args[0]!.type, 'TIMESTAMP') as bigint, name)),
  }
}

/** The function `Week`: where weeks do not begin on Monday, it counts those of the calendar. */
function weekFunction(): ScalarFunction {
  const description =
    'The week of a time, 1 to 53: week 1 is the one with 4 January. Weeks begin as the calendar of the workspace says, on Monday by default, which is ISO 8601.'
  return {
    ...partFunction('Week', description, ['2021-01-03', '53']),
    check([time], site) {
      const typed = readTimeArgument(time!, site)
      return typed.type === 'UNKNOWN' ? UNKNOWN : createTimePart('Week', typed, site)
    },
  }
}

function createTimePart(part: TimePart, time: TypedExpr, { calendar }: CallSite): TypedExpr {
  const weeks = grainOfWord('WEEK', calendar)!
  if (part !== 'Week' || weeks === 'WEEK') return callNode(part, 'INT', [time])
  // The weeks since the one with 4 January of the year that has the fourth day of the time's own week.
  const { type } = time
  const truncated = (moment: TypedExpr, grain: Grain) =>
    callNode('DateTrunc', type, [moment, textNode(grain)])
  const toFourthDay = (start: TypedExpr) =>
    callNode('DateAdd', type, [start, constantNode({ type: 'INT', value: 3n }), textNode('DAY')])
  const first = toFourthDay(truncated(toFourthDay(truncated(time, weeks)), 'YEAR'))
  const since = callNode('DateDiff', 'INT', [first, time, textNode(weeks)])
  const unit = constantNode({ type: 'INT', value: 1n })
  return { kind: 'arithmetic', type: 'INT', op: '+', left: since, right: unit }
}

/** A part of a time in microseconds since 1970-01-01. Weeks are those of ISO 8601; Monday is day 1. */
export function timePart(time: bigint, part: TimePart): number {
  const days = Number(floorDivide(time, DAY))
  const seconds = Number((time - BigInt(days) * DAY) / 1_000_000n)
  const { year, month, day } = toCivilDate(days)
  switch (part) {
    case 'Year':
      return year
    case 'Quarter':
      return Math.floor((month - 1) / 3) + 1
    case 'Month':
      return month
    case 'Week':
      return isoWeek(days)
    case 'Day':
      return day
    case 'DayOfWeek':
      return dayOfWeek(days)
    case 'DayOfYear':
      return days - toEpochDays({ year, month: 1, day: 1 }) + 1
    case 'Hour':
      return Math.floor(seconds / 3600)
    case 'Minute':
      return Math.floor(seconds / 60) % 60
    case 'Second':
      return seconds % 60
  }
}

function dayOfWeek(days: number): number {
  // 1970-01-01 was a Thursday.
  return ((((days + 3) % 7) + 7) % 7) + 1
}

/** A week belongs to the year that its Thursday is in. */
function isoWeek(days: number): number {
  const thursday = days - dayOfWeek(days) + 4
  const { year } = toCivilDate(thursday)
  return Math.floor((thursday - toEpochDays({ year, month: 1, day: 1 })) / 7) + 1
}

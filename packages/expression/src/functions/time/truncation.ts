import { report } from '../../diagnostics/report.ts'
import { GRAIN_WORDS, isFinerThanDay, nextPeriod, truncate } from '../../time/grains.ts'
import { callNode, textNode, UNKNOWN } from '../../tree/typed-expr.ts'
import { DAY, widenValue } from '../../values/value.ts'
import { timeParameter } from '../arguments.ts'
import type { ScalarFunction } from '../definition.ts'
import { isInCalendar } from './calendar.ts'
import { grainAt, readGrain, readTimeArgument } from './time-arguments.ts'

/** The beginning and the end of a period. */
export const TRUNCATION_FUNCTIONS: Readonly<Record<'DateTrunc' | 'LastDay', ScalarFunction>> = {
  DateTrunc: {
    description:
      'The beginning of the period of a grain that contains the time; weeks and fiscal years begin as the calendar of the workspace says, weeks on Monday by default.',
    parameters: [
      timeParameter('time'),
      { name: 'grain', takes: 'a grain such as "DAY"', choices: GRAIN_WORDS },
    ],
    examples: [
      { text: 'DateTrunc("2024-05-15", "MONTH")', result: '2024-05-01 00:00:00' },
      { text: 'DateTrunc(Date("2024-05-15"), "WEEK")', result: '2024-05-13' },
    ],
    nulls: 'propagate',
    formula: null,
    check([time, grain], site) {
      const typed = readTimeArgument(time!, site)
      const named = readGrain(grain!, site)
      if (named === null || typed.type === 'UNKNOWN') return UNKNOWN
      if (typed.type === 'DATE' && isFinerThanDay(named)) {
        site.addDiagnostic(report('EXP2005', { span: grain!.span, params: { grain: named } }))
        return UNKNOWN
      }
      return callNode('DateTrunc', typed.type, [typed, textNode(named)])
    },
    evaluate(argument, { args, type }) {
      const value = argument(0)
      const grain = grainAt(args, 1)
      return type === 'DATE'
        ? Number(truncate(BigInt(value as number) * DAY, grain) / DAY)
        : truncate(value as bigint, grain)
    },
  },
  LastDay: {
    description:
      'The last day of the period of a grain that contains the time; NULL beyond the year 9999.',
    parameters: [
      timeParameter('time'),
      {
        name: 'grain',
        takes: 'a grain of a day or more, "MONTH" when left out',
        choices: GRAIN_WORDS,
        optional: true,
      },
    ],
    examples: [
      { text: 'LastDay("2024-02-10")', result: '2024-02-29' },
      { text: 'LastDay("2024-05-15", "QUARTER")', result: '2024-06-30' },
      { text: 'LastDay("2024-05-15", "WEEK")', result: '2024-05-19' },
    ],
    nulls: 'propagate',
    formula: null,
    check([time, grain], site) {
      const typed = readTimeArgument(time!, site)
      const named = grain ? readGrain(grain, site) : 'MONTH'
      if (named === null || typed.type === 'UNKNOWN') return UNKNOWN
      if (isFinerThanDay(named)) {
        site.addDiagnostic(report('EXP2005', { span: grain!.span, params: { grain: named } }))
        return UNKNOWN
      }
      return callNode('LastDay', 'DATE', [typed, textNode(named)])
    },
    evaluate(argument, { args }) {
      const time = widenValue(argument(0), args[0]!.type, 'TIMESTAMP') as bigint
      const last = nextPeriod(time, grainAt(args, 1)) - DAY
      return isInCalendar(last) ? Number(last / DAY) : null
    },
  },
}

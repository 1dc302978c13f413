import { replaceBy, report } from '../../diagnostics/report.ts'
import { addGrain, GRAINS, isFinerThanDay } from '../../time/grains.ts'
import { DAY, type Value, widenValue } from '../../value.ts'
import type { Grain } from '../../value-type.ts'
import { printText } from '../../visit/print-leaf.ts'
import { timeParameter } from '../argument-kinds.ts'
import type { Argument, CallSite, FunctionDefinition } from '../definition.ts'
import { eachDialect } from '../sql-forms.ts'
import { callNode, constantNode, constantText, hasType, UNKNOWN } from '../typed-calls.ts'
import { complainOfArgument } from '../wrong-argument.ts'
import { isInCalendar, mostPeriods } from './calendar.ts'
import { grainAt, readGrain } from './grain-argument.ts'
import { movedInCalendar } from './range-forms.ts'
import { readTimeArgument } from './time-argument.ts'

/** `DateAdd(time, count, grain)`. */
export const dateAdd: FunctionDefinition = {
  name: 'DateAdd',
  family: 'time',
  description:
    'The time moved by a number of periods; a day that the target month lacks becomes its last. NULL outside the years 0001 to 9999.',
  parameters: [
    timeParameter('time'),
    { name: 'count', takes: 'a whole number' },
    { name: 'grain', takes: 'a grain such as "DAY"', choices: GRAINS },
  ],
  examples: [
    { text: 'DateAdd(Date("2024-01-31"), 1, "MONTH")', result: '2024-02-29' },
    { text: 'DateAdd(Date("2024-05-15"), -7, "DAY")', result: '2024-05-08' },
    { text: 'DateAdd(Date("2024-05-15"), 2, "HOUR")', result: '2024-05-15 02:00:00' },
  ],
  nulls: 'propagate',
  check([time, count, grain], site) {
    if (complainOfSwap(count!, grain!, site)) return UNKNOWN
    const typed = readTimeArgument('DateAdd', time!, site)
    const named = readGrain('DateAdd', grain!, site)
    if (!hasType(count!.typed, 'INT')) {
      const names = { function: 'DateAdd', parameter: 'count', expected: 'a whole number' }
      complainOfArgument(site, count!, names)
      return UNKNOWN
    }
    if (named === null || typed.type === 'UNKNOWN') return UNKNOWN
    const type = isFinerThanDay(named) ? 'TIMESTAMP' : typed.type
    if (isTooFarConstant(count!, named)) return constantNode({ type: 'NULL', value: null }, type)
    const unit = constantNode({ type: 'STRING', value: named })
    return callNode('DateAdd', type, [typed, count!.typed, unit])
  },
  evaluate(argument, { args, type }) {
    const time = widenValue(argument(0), args[0]!.type, 'TIMESTAMP') as bigint
    return inType(movedTime(time, argument(1) as bigint, grainAt(args, 2)), type === 'DATE')
  },
  sql: eachDialect(
    (dialect) =>
      ([time, count], { args, type }) =>
        movedInCalendar(dialect, { time: time!, count: count! }, { grain: grainAt(args, 2), type }),
  ),
}

/** NULL outside the calendar. */
function movedTime(time: bigint, count: bigint, grain: Grain): bigint | null {
  if (isTooFar(count, grain)) return null
  const sum = addGrain(time, Number(count), grain)
  return isInCalendar(sum) ? sum : null
}

function isTooFar(count: bigint, grain: Grain): boolean {
  const most = mostPeriods(grain)
  return count > most || count < -most
}

function isTooFarConstant({ typed }: Argument, grain: Grain): boolean {
  return (
    typed.kind === 'constant' &&
    typed.constant.type === 'INT' &&
    isTooFar(typed.constant.value, grain)
  )
}

function inType(time: bigint | null, asDate: boolean): Value {
  return time !== null && asDate ? Number(time / DAY) : time
}

/** A whole number and a grain in each other's place. */
function complainOfSwap(count: Argument, grain: Argument, site: CallSite): boolean {
  const text = constantText(count.typed)
  if (text === null || grain.typed.type !== 'INT') return false
  const span = { start: count.span.start, end: grain.span.end }
  const params = { function: 'DateAdd', expected: 'time, count, grain' }
  const { typed } = grain
  const fixes =
    typed.kind === 'constant' && typed.constant.type === 'INT'
      ? [replaceBy('swap them', span, `${typed.constant.value}, ${printText(text)}`)]
      : []
  site.complain(report('EXP2007', { span, params, fixes }))
  return true
}

import { replaceBy, report } from '../../diagnostics/report.ts'
import { addGrain, isFinerThanDay } from '../../time/grains.ts'
import { parseTime } from '../../time/parse-time.ts'
import { DAY, type Value, widenValue } from '../../value.ts'
import type { Grain } from '../../value-type.ts'
import { printText } from '../../visit/print-leaf.ts'
import type { Argument, CallSite, FunctionDefinition } from '../definition.ts'
import { type SqlText, sqlText } from '../sql-text.ts'
import { callNode, constantNode, constantText, hasType, UNKNOWN } from '../typed-calls.ts'
import { complainOfArgument } from '../wrong-argument.ts'
import { grainAt, readGrain } from './grain-argument.ts'
import { readTimeArgument } from './time-argument.ts'

/** `DateAdd(time, count, grain)`. */
export const dateAdd: FunctionDefinition = {
  name: 'DateAdd',
  family: 'time',
  description:
    'The time moved by a number of periods; a day that the target month lacks becomes its last.',
  parameters: [
    { name: 'time', takes: 'a date or time' },
    { name: 'count', takes: 'a whole number' },
    { name: 'grain', takes: 'a grain such as "DAY"' },
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
    const unit = constantNode({ type: 'STRING', value: named })
    return callNode('DateAdd', type, [typed, count!.typed, unit])
  },
  evaluate(argument, { args, type }) {
    const time = widenValue(argument(0), args[0]!.type, 'TIMESTAMP') as bigint
    return inType(moved(time, argument(1) as bigint, grainAt(args, 2)), type === 'DATE')
  },
  sql: {
    duckdb([time, count], { args, type }) {
      const sum = sqlText`(${time!.text} + ${INTERVALS[grainAt(args, 2)](count!.text)})`
      return type === 'DATE' ? sqlText`CAST(${sum} AS DATE)` : sum
    },
  },
}

/** More periods than lie between the first and the last representable time, at the finest grain. */
const MOST_PERIODS = 400_000_000_000n
const FIRST = parseTime('0001-01-01')!
const LAST = parseTime('9999-12-31 23:59:59.999999')!

/** NULL outside the years 0001 to 9999. */
function moved(time: bigint, count: bigint, grain: Grain): bigint | null {
  if (count > MOST_PERIODS || count < -MOST_PERIODS) return null
  const sum = addGrain(time, Number(count), grain)
  return sum >= FIRST && sum <= LAST ? sum : null
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

const INTERVALS: Readonly<Record<Grain, (count: SqlText) => SqlText>> = {
  SECOND: (count) => sqlText`to_seconds(${count})`,
  MINUTE: (count) => sqlText`to_minutes(${count})`,
  HOUR: (count) => sqlText`to_hours(${count})`,
  DAY: (count) => sqlText`to_days(CAST(${count} AS INTEGER))`,
  WEEK: (count) => sqlText`to_weeks(CAST(${count} AS INTEGER))`,
  MONTH: (count) => sqlText`to_months(CAST(${count} AS INTEGER))`,
  QUARTER: (count) => sqlText`to_months(CAST(${count} * 3 AS INTEGER))`,
  YEAR: (count) => sqlText`to_years(CAST(${count} AS INTEGER))`,
}

import { dateText, floorDivide, twoDigits } from '../values/civil.ts'
import { toText } from '../values/to-text.ts'
import { DAY } from '../values/value.ts'
import type { Grain } from '../values/value-type.ts'
import { truncate } from './grains.ts'
import { END_OF_TIME, type TimeRange } from './time-range.ts'

type Ends = Pick<TimeRange, 'from' | 'to'>

/**
 * The shortest text of a range that names the same interval: `2001-06`, `2001-06-01..2001-06-15`. Both ends are included.
 * @example
 * ```ts
 * import { parseTime, rangeText } from '@tributary/expression'
 * rangeText({ from: parseTime('2001-04-01')!, to: parseTime('2001-07-01')! }) // => '2001-Q2'
 * rangeText({ from: parseTime('2001-06-01')!, to: parseTime('2001-06-16')! }) // => '2001-06-01..2001-06-15'
 * ```
 */
export function rangeText({ from, to }: Ends): string {
  for (const grain of WRITTEN) {
    if (truncate(from, grain) !== from || truncate(to, grain) !== to) continue
    const last = truncate(to - 1n, grain)
    if (last === from) return periodText(from, grain)
    // Dates are read more easily than two weeks or quarters.
    if (grain !== 'QUARTER') return `${periodText(from, grain)}..${periodText(last, grain)}`
  }
  throw new RangeError('A range of time begins and ends with a second')
}

const WRITTEN: readonly Grain[] = ['YEAR', 'QUARTER', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND']

function periodText(from: bigint, grain: Grain): string {
  const date = dateText(Number(floorDivide(from, DAY)))
  const [year, month] = [date.slice(0, 4), Number(date.slice(5, 7))]
  switch (grain) {
    case 'YEAR':
      return year
    case 'QUARTER':
      return `${year}-Q${Math.ceil(month / 3)}`
    case 'MONTH':
      return date.slice(0, 7)
    case 'DAY':
      return date
    default:
      return `${date}T${clockText(from, grain)}`
  }
}

function clockText(time: bigint, grain: Grain): string {
  const seconds = Number((time - truncate(time, 'DAY')) / 1_000_000n)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = grain === 'HOUR' ? 1 : grain === 'MINUTE' ? 2 : 3
  return parts.slice(0, shown).map(twoDigits).join(':')
}

/**
 * The condition on a time that is TRUE in a range, in the expression language.
 * @example
 * ```ts
 * import { parseTime, rangeCondition } from '@tributary/expression'
 * const june = { from: parseTime('2001-06-01')!, to: parseTime('2001-07-01')! }
 * rangeCondition(june) // => '[metric_time] >= "2001-06-01" AND [metric_time] < "2001-07-01"'
 * ```
 */
export function rangeCondition({ from, to }: Ends, name = 'metric_time'): string {
  const lower = `[${name}] >= "${momentText(from)}"`
  // No time is later than the year 9999, whose end cannot be written.
  return to >= END_OF_TIME ? lower : `${lower} AND [${name}] < "${momentText(to)}"`
}

function momentText(time: bigint): string {
  return truncate(time, 'DAY') === time ? dateText(Number(time / DAY)) : toText(time, 'TIMESTAMP')!
}

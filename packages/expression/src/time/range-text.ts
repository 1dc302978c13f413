import { dateText, floorDivide, twoDigits } from '../values/civil.ts'
import { toText } from '../values/to-text.ts'
import { DAY } from '../values/value.ts'
import type { Grain } from '../values/value-type.ts'
import { truncate, wordOfGrain } from './grains.ts'
import { periodLabel } from './labels.ts'
import { readSingleRange } from './range-words.ts'
import { END_OF_TIME, type TimeRange } from './time-range.ts'
import type { WorkCalendar } from './work-calendar.ts'

/**
 * The shortest text of a range that names the same interval: `2001-06`, `2001-06-01..2001-06-15`. Both ends are included.
 * With the calendar that it was read by, a range of fiscal or custom periods has their names: `FY2002-Q3`.
 * @example
 * ```ts
 * import { parseTime, rangeText } from '@tributary/attribution/expression'
 * rangeText({ from: parseTime('2001-04-01')!, to: parseTime('2001-07-01')! }) // => '2001-Q2'
 * rangeText({ from: parseTime('2001-06-01')!, to: parseTime('2001-06-16')! }) // => '2001-06-01..2001-06-15'
 * ```
 */
export function rangeText(
  { from, to, named }: Pick<TimeRange, 'from' | 'to' | 'named'>,
  calendar?: WorkCalendar,
): string {
  if (calendar !== undefined && named !== undefined) {
    const text = namedText({ from, to }, named, calendar)
    if (text !== null) return text
  }
  for (const grain of WRITTEN) {
    if (truncate(from, grain) !== from || truncate(to, grain) !== to) continue
    const last = truncate(to - 1n, grain)
    if (last === from) return periodText(from, grain)
    // Dates are read more easily than two weeks or quarters.
    if (grain !== 'QUARTER') return `${periodText(from, grain)}..${periodText(last, grain)}`
  }
  throw new RangeError('A range of time begins and ends with a second')
}

/** The names of the first and the last period; null when they do not read back as the same range. */
function namedText(
  { from, to }: Pick<TimeRange, 'from' | 'to'>,
  grain: Grain,
  calendar: WorkCalendar,
): string | null {
  const last = truncate(to - 1n, grain)
  const labels = [from, ...(last === from ? [] : [last])].map((start) => {
    const label = periodLabel(start, grain, calendar)
    return label === null ? null : readable(label, { start, grain }, calendar)
  })
  if (truncate(from, grain) !== from || truncate(to, grain) !== to) return null
  return labels.includes(null) ? null : labels.join('..')
}

/** A label, or the label behind the word of its grain, whichever is read as its period. */
function readable(
  label: string,
  { start, grain }: { readonly start: bigint; readonly grain: Grain },
  calendar: WorkCalendar,
): string | null {
  const ways = [label, `${wordOfGrain(grain).toLowerCase()}:${label}`]
  const isRead = (way: string): boolean => {
    const reading = way.includes('..') ? null : readSingleRange(way, calendar)
    if (reading === null || !('words' in reading)) return false
    const { words } = reading
    return words.kind === 'calendar' && words.grain === grain && words.from === start
  }
  return ways.find(isRead) ?? null
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
  const partCount = grain === 'HOUR' ? 1 : grain === 'MINUTE' ? 2 : 3
  return parts.slice(0, partCount).map(twoDigits).join(':')
}

/**
 * The condition on a time that is TRUE in a range, in the expression language.
 * @example
 * ```ts
 * import { parseTime, rangeCondition } from '@tributary/attribution/expression'
 * const june = { from: parseTime('2001-06-01')!, to: parseTime('2001-07-01')! }
 * rangeCondition(june) // => '[metric_time] >= "2001-06-01" AND [metric_time] < "2001-07-01"'
 * ```
 */
export function rangeCondition(
  { from, to }: Pick<TimeRange, 'from' | 'to'>,
  name = 'metric_time',
): string {
  const lower = `[${name}] >= "${momentText(from)}"`
  // No time is later than the year 9999, whose end cannot be written.
  return to >= END_OF_TIME ? lower : `${lower} AND [${name}] < "${momentText(to)}"`
}

function momentText(time: bigint): string {
  return truncate(time, 'DAY') === time ? dateText(Number(time / DAY)) : toText(time, 'TIMESTAMP')!
}

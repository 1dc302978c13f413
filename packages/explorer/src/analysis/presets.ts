import {
  addGrain,
  parseTime,
  rangeText,
  readCompareRange,
  readRange,
  type TimeRange,
  truncate,
} from '@tributary/expression'
import type { Reach } from './why-question.ts'

/** A window that is offered: its words, the dates that they mean, and whether there is data in it. */
export interface WindowPreset {
  readonly words: string
  readonly dates: string
  readonly hasData: boolean
}

const WORDS = [
  'last-month',
  'last-week',
  'last-quarter',
  'last-7d',
  'last-28d',
  'mtd',
  'ytd',
  'yesterday',
]
const COMPARE_WORDS = ['previous', 'year']
const MOST_MONTHS = 6

/** The windows that are offered: the last months of the data, then those that depend on the day. */
export function windowPresets(reach: Reach): readonly WindowPreset[] {
  const words = WORDS.map((word) =>
    preset(word, readRange(word, { ...getReachMoment(reach), path: word }), reach),
  )
  const months = lastMonths(reach).map((range) => preset(rangeText(range), range, reach))
  const monthDates = new Set(months.filter(({ hasData }) => hasData).map(({ dates }) => dates))
  return [...months, ...words.filter(({ dates }) => !monthDates.has(dates))]
}

/** The windows that are offered to compare `current` with. */
export function comparePresets(current: TimeRange, reach: Reach): readonly WindowPreset[] {
  return COMPARE_WORDS.map((word) =>
    preset(word, readCompareRange(word, current, { ...getReachMoment(reach), path: word }), reach),
  )
}

function getReachMoment({ now, calendar }: Reach): Pick<Reach, 'now' | 'calendar'> {
  return { now, calendar }
}

function preset(words: string, range: TimeRange, { min, max }: Reach): WindowPreset {
  const [first, last] = [parseTime(min ?? ''), parseTime(max ?? '')]
  const hasData = first !== null && last !== null && range.to > first && range.from <= last
  return { words, dates: rangeText(range), hasData }
}

function lastMonths({ min, max }: Reach): readonly TimeRange[] {
  const [first, last] = [parseTime(min ?? ''), parseTime(max ?? '')]
  if (first === null || last === null) return []
  const newest = truncate(last, 'MONTH')
  return Array.from({ length: MOST_MONTHS }, (_, back) => addGrain(newest, -back, 'MONTH'))
    .map((from) => ({ from, to: addGrain(from, 1, 'MONTH') }))
    .flatMap(({ from, to }) =>
      to > first ? [readRange(rangeText({ from, to }), { now: last, path: 'now' })] : [],
    )
}

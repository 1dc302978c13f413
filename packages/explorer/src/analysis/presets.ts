import {
  addGrain,
  type Grain,
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
/** How many periods of each grain are offered. */
const OFFERED = { usual: 6, longer: 2 } as const

/**
 * The windows that are offered, all of them with data: the last periods as long as the usual one, then longer ones, then
 * those that depend on the day.
 */
export function windowPresets(reach: Reach): readonly WindowPreset[] {
  const words = WORDS.map((word) =>
    preset(word, readRange(word, { ...getReachMoment(reach), path: word }), reach),
  )
  const periods = lastPeriods(reach).map((range) => preset(rangeText(range), range, reach))
  const dates = new Set(periods.map((period) => period.dates))
  return [...periods, ...words.filter((word) => word.hasData && !dates.has(word.dates))]
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

const GRAINS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const

/** The last periods of the data by the grain of the usual comparison, and some of longer ones. */
function lastPeriods(reach: Reach): readonly TimeRange[] {
  const [first, last] = [parseTime(reach.min ?? ''), parseTime(reach.max ?? '')]
  if (first === null || last === null) return []
  const usual = GRAINS.findIndex((grain) => grain === (reach.comparison?.grain ?? 'MONTH'))
  return GRAINS.slice(Math.max(0, usual)).flatMap((word, index) => {
    const grain = word === 'WEEK' ? weekGrain(reach) : word
    const newest = truncate(last, grain)
    const starts = Array.from({ length: index === 0 ? OFFERED.usual : OFFERED.longer }, (_, back) =>
      addGrain(newest, -back, grain),
    )
    return starts
      .map((from) => ({ from, to: addGrain(from, 1, grain) }))
      .filter(({ to }) => to > first)
      .map((range) => readRange(rangeText(range), { ...getReachMoment(reach), path: 'now' }))
  })
}

function weekGrain({ calendar: { weekStart } }: Reach): Grain {
  return weekStart === 'MONDAY' ? 'WEEK' : `WEEK(${weekStart})`
}

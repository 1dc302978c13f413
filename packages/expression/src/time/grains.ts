import { daysInMonth, floorDivide, toCivilDate, toEpochDays } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import type {
  ComputedGrain,
  ComputedWord,
  CustomGrain,
  Grain,
  GrainWord,
  MonthNumber,
  PlainGrain,
  Weekday,
} from '../values/value-type.ts'
import {
  type ListedPeriods,
  listedNumber,
  listedPeriods,
  listedStart,
  listPeriodBoundaries,
  movedInList,
} from './custom-grain.ts'
import {
  customPeriods,
  grainOfWord,
  PLAIN_CALENDAR,
  WEEKDAYS,
  type WorkCalendar,
} from './work-calendar.ts'

const SECOND = 1_000_000n

/** The periods of a grain. */
type Periods =
  /** Of one length, in microseconds; one of them starts `offset` before 1970-01-01. */
  | { readonly length: bigint; readonly offset: bigint }
  /** Of whole months; one of them starts `shift` months after a January. */
  | { readonly months: number; readonly shift: number }
  /** Of days that are listed. */
  | ListedPeriods

/** Each grain with its periods, the finest first. */
const PERIODS: ReadonlyMap<Grain, Periods> = new Map<Grain, Periods>([
  ['SECOND', { length: SECOND, offset: 0n }],
  ['MINUTE', { length: 60n * SECOND, offset: 0n }],
  ['HOUR', { length: 3600n * SECOND, offset: 0n }],
  ['DAY', { length: DAY, offset: 0n }],
  ...WEEKDAYS.map((day): [Grain, Periods] => [
    day === 'MONDAY' ? 'WEEK' : `WEEK(${day})`,
    { length: 7n * DAY, offset: weekOffset(day) },
  ]),
  ['MONTH', { months: 1, shift: 0 }],
  ['QUARTER', { months: 3, shift: 0 }],
  ...fiscal('FISCAL_QUARTER', 3),
  ['YEAR', { months: 12, shift: 0 }],
  ...fiscal('FISCAL_YEAR', 12),
])

/** 1970-01-01 was a Thursday: weeks from Monday begin three days before it. */
function weekOffset(day: Weekday): bigint {
  return BigInt((10 - WEEKDAYS.indexOf(day)) % 7) * DAY
}

function fiscal(word: 'FISCAL_QUARTER' | 'FISCAL_YEAR', months: number): [Grain, Periods][] {
  return Array.from({ length: 12 }, (_, index) => [
    `${word}(${(index + 1) as MonthNumber})`,
    { months, shift: index % months },
  ])
}

/** Every grain that a workspace does not list itself, as people write it, finest first. */
export const GRAIN_WORDS: readonly ComputedWord[] = [
  ...new Set(Array.from(PERIODS.keys(), (grain) => wordOfGrain(grain) as ComputedWord)),
]

/** The words that mean the same in every calendar but for the start of weeks, finest first. */
export const PLAIN_GRAINS: readonly PlainGrain[] = GRAIN_WORDS.filter(
  (word): word is PlainGrain => !word.startsWith('FISCAL'),
)

const WORDS: ReadonlyMap<string, GrainWord> = new Map(GRAIN_WORDS.map((word) => [word, word]))
const BY_NAME: ReadonlyMap<string, Grain> = new Map(
  Array.from(PERIODS.keys(), (grain) => [grain, grain]),
)

/** The word for a grain, in any case; null when there is none in a calendar. */
export function findGrainWord(text: string, calendar: WorkCalendar): GrainWord | null {
  const word = text.toUpperCase()
  return WORDS.get(word) ?? customPeriods(word, calendar)?.word ?? null
}

/** How people write a grain: `WEEK` for `WEEK(SUNDAY)`. */
export function wordOfGrain(grain: Grain): GrainWord {
  return grain.replace(/\(.*/, '') as GrainWord
}

/** The grain with exactly this name, such as `WEEK(SUNDAY)`; null when there is none. */
export function findGrainByName(name: string): Grain | null {
  return BY_NAME.get(name) ?? (listedPeriods(name) === null ? null : (name as CustomGrain))
}

/**
 * The grain that a text means in a calendar: a word, or the name of a grain, both in any case. Null when there is none, and
 * for fiscal periods in a calendar without them.
 */
export function resolveGrain(text: string, calendar: WorkCalendar): Grain | null {
  const word = findGrainWord(text, calendar)
  return word === null ? findGrainByName(text.toUpperCase()) : grainOfWord(word, calendar)
}

/** Orders grains by the length of their periods, the finest first. */
export function compareGrains(a: Grain, b: Grain): number {
  const order = [...PERIODS.keys()]
  const [first, second] = [order.indexOf(a), order.indexOf(b)]
  return first >= 0 && second >= 0 ? first - second : usualDays(a) - usualDays(b)
}

/** How many days a period of a grain has on average. */
function usualDays(grain: Grain): number {
  const periods = getGrainPeriods(grain)
  if ('length' in periods) return Number(periods.length) / Number(DAY)
  if ('months' in periods) return (periods.months * 365.2425) / 12
  const { starts, end } = periods
  return starts.length === 0 ? 0 : (end - starts[0]!) / starts.length
}

/** Whether a grain is finer than a day. */
export function isFinerThanDay(grain: Grain | GrainWord): boolean {
  return grain === 'SECOND' || grain === 'MINUTE' || grain === 'HOUR'
}

/** Whether the periods of a grain are whole months. */
export function isOfMonths(grain: Grain): boolean {
  return 'months' in getGrainPeriods(grain)
}

/** Whether every period of `outer` is made of whole periods of `inner`: a month of days, but not of weeks. */
export function isDivisibleByGrain(outer: Grain, inner: Grain): boolean {
  const [large, small] = [getGrainPeriods(outer), getGrainPeriods(inner)]
  if ('starts' in large) {
    return listPeriodBoundaries(large).every(
      (day) => truncate(BigInt(day) * DAY, inner) === BigInt(day) * DAY,
    )
  }
  // A list ends, and the periods of other grains go on.
  if ('starts' in small) return false
  if ('months' in small) {
    const isMultiple = 'months' in large && large.months % small.months === 0
    return isMultiple && (large.shift - small.shift) % small.months === 0
  }
  // Months begin with days, and with no shorter period that days are not made of.
  if ('months' in large) return small.length <= DAY
  return large.length % small.length === 0n && (large.offset - small.offset) % small.length === 0n
}

/** Whether the periods of a grain are listed by a workspace. */
export function isCustomGrain(grain: Grain): grain is CustomGrain {
  return 'starts' in getGrainPeriods(grain)
}

/**
 * The plain grain with periods of the same length, by which a time moves: `YEAR` for `FISCAL_YEAR(7)`. Listed periods have
 * none.
 */
export function toPlainGrain(grain: ComputedGrain): PlainGrain {
  const word = wordOfGrain(grain) as ComputedWord
  if (word === 'FISCAL_QUARTER') return 'QUARTER'
  return word === 'FISCAL_YEAR' ? 'YEAR' : word
}

/** How far the periods of a grain begin after those of its step: 6 days for `WEEK(SUNDAY)`, 6 months for `FISCAL_YEAR(7)`. */
export function computeGrainShift(grain: ComputedGrain): {
  readonly count: number
  readonly grain: 'DAY' | 'MONTH'
} {
  const periods = getGrainPeriods(grain)
  if ('months' in periods) return { count: periods.shift, grain: 'MONTH' }
  const { length, offset } = periods as { readonly length: bigint; readonly offset: bigint }
  const { offset: plain } = getGrainPeriods(toPlainGrain(grain)) as { readonly offset: bigint }
  return { count: Number(((plain - offset + length) % length) / DAY), grain: 'DAY' }
}

function getGrainPeriods(grain: Grain): Periods {
  return PERIODS.get(grain) ?? listedPeriods(grain)!
}

/** 0001-01-01: no time is earlier. */
export const FIRST_TIME: bigint = -719_162n * DAY

/**
 * The first moment of the period of `grain` that contains `time`; both in microseconds since 1970-01-01. A `WEEK` begins on
 * Monday. A period that began before the year 1 begins with it.
 * @example
 * ```ts
 * import { parseTime, truncate } from '@tributary/attribution/expression'
 * truncate(parseTime('2026-03-14 09:30')!, 'MONTH') === parseTime('2026-03-01') // => true
 * truncate(parseTime('2026-03-14 09:30')!, 'FISCAL_YEAR(7)') === parseTime('2025-07-01') // => true
 * ```
 */
export function truncate(time: bigint, grain: Grain): bigint {
  const start = findPeriodStart(time, grain)
  return start < FIRST_TIME && time >= FIRST_TIME ? FIRST_TIME : start
}

function findPeriodStart(time: bigint, grain: Grain): bigint {
  const periods = getGrainPeriods(grain)
  if ('length' in periods) {
    const { length, offset } = periods
    return floorDivide(time + offset, length) * length - offset
  }
  const day = Number(floorDivide(time, DAY))
  if ('starts' in periods) return BigInt(listedStart(periods, listedNumber(periods, day))) * DAY
  const { months, shift } = periods
  const { year, month } = toCivilDate(day)
  const before = (((month - 1 - shift) % months) + months) % months
  const first = year * 12 + month - 1 - before
  const start = { year: Math.floor(first / 12), month: (first % 12) + 1, day: 1 }
  return BigInt(toEpochDays(start)) * DAY
}

/** The number of the period of `grain` that contains `time`; the numbers of neighbours differ by one. */
export function periodNumber(time: bigint, grain: Grain): number {
  const periods = getGrainPeriods(grain)
  if ('length' in periods) return Number(floorDivide(time + periods.offset, periods.length))
  const day = Number(floorDivide(time, DAY))
  if ('starts' in periods) return listedNumber(periods, day)
  const { year, month } = toCivilDate(day)
  return Math.floor((year * 12 + month - 1 - periods.shift) / periods.months)
}

/**
 * Moves `time` by `count` periods of `grain`; times in microseconds since 1970-01-01. A day that the target
 * month does not have becomes its last day.
 * @example
 * ```ts
 * import { addGrain, parseTime } from '@tributary/attribution/expression'
 * addGrain(parseTime('2024-01-31')!, 1, 'MONTH') === parseTime('2024-02-29') // => true
 * ```
 */
export function addGrain(time: bigint, count: number, grain: Grain): bigint {
  const periods = getGrainPeriods(grain)
  if ('length' in periods) return time + BigInt(count) * periods.length
  if ('starts' in periods) return movedInList(periods, time, count)
  const days = floorDivide(time, DAY)
  const { year, month, day } = toCivilDate(Number(days))
  const months = year * 12 + (month - 1) + count * periods.months
  const target = { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 }
  const last = day > 28 ? daysInMonth(target.year, target.month) : 28
  return BigInt(toEpochDays({ ...target, day: Math.min(day, last) })) * DAY + (time - days * DAY)
}

/** The first moment of the period after the one that contains `time`. */
export function nextPeriod(time: bigint, grain: Grain): bigint {
  return addGrain(findPeriodStart(time, grain), 1, grain)
}

/** The first start of a period of `grain` at or after `time`. */
export function startAtOrAfter(time: bigint, grain: Grain): bigint {
  return truncate(time, grain) === time ? time : nextPeriod(time, grain)
}

/** A name with a grain suffix. */
export interface GrainedName {
  readonly base: string
  readonly grain: GrainWord
  /** The suffix as written, `__Month`. */
  readonly suffix: string
}

/** Splits `metric_time__month` into name and grain; null for a name without the suffix of a grain of a calendar. */
export function splitGrain(
  name: string,
  calendar: WorkCalendar = PLAIN_CALENDAR,
): GrainedName | null {
  const at = name.lastIndexOf('__')
  if (at <= 0) return null
  const grain = findGrainWord(name.slice(at + 2), calendar)
  return grain === null ? null : { base: name.slice(0, at), grain, suffix: name.slice(at) }
}

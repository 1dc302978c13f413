import { LruMap } from '@tributary/core'
import { dateText, toEpochDays } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import type { CustomGrain } from '../values/value-type.ts'

/** Periods that a workspace lists, in days since 1970-01-01. Each ends where the next one starts. */
export interface ListedPeriods {
  /** In order, each once. */
  readonly starts: readonly number[]
  /** The day after the last period; none without a period. */
  readonly end: number
}

/** The most days that a list covers. */
export const MOST_LISTED_DAYS = 73_200

const UNREAD = 'NOT READ'
/** 0001-01-01, and the day after 9999-12-31. */
const [FIRST_DAY, LAST_DAY] = [-719_162, 2_932_897]
/** Beyond the calendar of the language periods go on, so that every period has a next one. */
const BEYOND = 366

/** The grain of listed periods: `RETAIL_MONTH(2001-02-04 28*2,35)` are two periods of 28 days and one of 35. */
export function customGrain(word: string, { starts, end }: ListedPeriods): CustomGrain {
  const [first] = starts
  if (first === undefined) throw new RangeError(`The calendar of ${word} has no period`)
  const lengths = starts.map((start, index) => (starts[index + 1] ?? end) - start)
  const runs: { readonly days: number; count: number }[] = []
  for (const days of lengths) {
    const run = runs.at(-1)
    if (run?.days === days) run.count += 1
    else runs.push({ days, count: 1 })
  }
  const texts = runs.map(({ days, count }) => (count === 1 ? `${days}` : `${days}*${count}`))
  return `${word}(${dateText(first)} ${texts.join(',')})`
}

/** The grain of a word whose periods are not read yet: one period without ends. */
export function unreadGrain(word: string): CustomGrain {
  return `${word}(${UNREAD})` as CustomGrain
}

/** Whether the periods of a grain are still to be read. */
export function isUnread(grain: string): boolean {
  return grain.endsWith(`(${UNREAD})`)
}

const FORM = /^[A-Z][A-Z0-9_]*\((?:(\d{4})-(\d\d)-(\d\d) ([0-9*,]+)|NOT READ)\)$/

/** The periods of a custom grain; null for any other text. */
export function listedPeriods(grain: string): ListedPeriods | null {
  const cachedPeriods = parsedPeriods.get(grain)
  if (cachedPeriods !== undefined) return cachedPeriods
  const periods = parseListedPeriods(grain)
  if (periods !== null) parsedPeriods.set(grain, periods)
  return periods
}

/** A grain is read for every time that is truncated to it. */
const parsedPeriods = new LruMap<string, ListedPeriods>(100)

function parseListedPeriods(grain: string): ListedPeriods | null {
  const [, year, month, day, lengths] = FORM.exec(grain) ?? []
  if (lengths === undefined) return FORM.test(grain) ? { starts: [], end: 0 } : null
  const first = { year: Number(year), month: Number(month), day: Number(day) }
  let end = toEpochDays(first)
  if (dateText(end) !== `${year}-${month}-${day}`) return null
  const last = Math.min(end + MOST_LISTED_DAYS, LAST_DAY)
  const starts: number[] = []
  for (const run of lengths.split(',')) {
    const [days, count = 1] = run.split('*').map(Number)
    if (!(days! >= 1) || !(count >= 1) || end + days! * count > last) return null
    for (let i = 0; i < count; i++) {
      starts.push(end)
      end += days!
    }
  }
  return { starts, end }
}

/**
 * The number of the period that holds a day. All days before the list are in one period, -1, and all days after it are in
 * one period.
 */
export function listedNumber(periods: ListedPeriods, day: number): number {
  const { starts, end } = periods
  if (day < FIRST_DAY) return Math.floor((day - FIRST_DAY) / BEYOND) - 1
  if (day >= LAST_DAY) return firstBeyond(periods) + Math.floor((day - LAST_DAY) / BEYOND)
  if (starts.length === 0 || day < starts[0]!) return -1
  if (day >= end) return starts.length
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= day) low = middle
    else high = middle
  }
  return low
}

/** The day on which the period of a number starts. */
export function listedStart(periods: ListedPeriods, number: number): number {
  const { starts, end } = periods
  const endNumber = firstBeyond(periods)
  if (number < 0) return FIRST_DAY + (number + 1) * BEYOND
  if (number >= endNumber) return LAST_DAY + (number - endNumber) * BEYOND
  return starts[number] ?? end
}

/** The number of the first period after 9999-12-31: after the list there is one more, before it one. */
function firstBeyond({ starts }: ListedPeriods): number {
  return starts.length === 0 ? 0 : starts.length + 1
}

/** A time moved by periods; from a day that the other period does not have to its last one. */
export function movedInList(periods: ListedPeriods, time: bigint, count: number): bigint {
  const day = Number((time - (((time % DAY) + DAY) % DAY)) / DAY)
  const number = listedNumber(periods, day)
  const dayOffset = day - listedStart(periods, number)
  const start = listedStart(periods, number + count)
  const last = listedStart(periods, number + count + 1) - 1
  return time + BigInt(Math.min(start + dayOffset, last) - day) * DAY
}

/** Every day on which a period starts or the list ends. */
export function listPeriodBoundaries({ starts, end }: ListedPeriods): readonly number[] {
  return starts.length === 0 ? [] : [...starts, end]
}

import { floorDivide, toCivilDate, toEpochDays } from '../values/civil.ts'
import { DAY } from '../values/value.ts'
import type { Interval } from './interval-set.ts'
import { offsetAt } from './wall-clock.ts'

/** When the clock of a zone changes, and how far it is ahead of UTC before and after; in microseconds. */
interface ClockChange {
  readonly at: bigint
  readonly before: bigint
  readonly after: bigint
}

/**
 * The intervals that the wall clock of a time zone shows between two changes of the clock, in the order of time. Together
 * they have every time between `from` and `to`, and may have more at both ends. An hour that comes twice is in two
 * intervals, a skipped hour in none. Changes before 1900 and after 2100 are ignored.
 */
export function clockStretches(timeZone: string, from: bigint, to: bigint): readonly Interval[] {
  const changes: ClockChange[] = []
  const first = Math.max(FIRST_YEAR, getCivilYear(from - DAY))
  const last = Math.min(LAST_YEAR, getCivilYear(to + DAY))
  for (let year = first; year <= last; year++) changes.push(...changesIn(timeZone, year))
  const starts = changes.map(({ at, after }) => at + after)
  const ends = changes.map(({ at, before }) => at + before)
  return [null, ...starts].map((start, i) => ({ from: start, to: ends[i] ?? null }))
}

const [FIRST_YEAR, LAST_YEAR] = [1900, 2100]

function getCivilYear(time: bigint): number {
  return toCivilDate(Number(floorDivide(time, DAY))).year
}

/** By zone and year: finding the changes of a year takes some fifty looks at the clock. */
const changesByYear = new Map<string, readonly ClockChange[]>()

function changesIn(timeZone: string, year: number): readonly ClockChange[] {
  const key = `${timeZone} ${year}`
  let changes = changesByYear.get(key)
  if (changes === undefined) {
    changes = findChanges(timeZone, year)
    changesByYear.set(key, changes)
  }
  return changes
}

/** A zone that moves its clock and moves it back does so after more than a week. */
const STEP = 7 * 86_400

function findChanges(timeZone: string, year: number): readonly ClockChange[] {
  const changes: ClockChange[] = []
  const end = secondsAt(year + 1)
  for (let at = secondsAt(year); at < end; at += STEP) {
    const next = Math.min(at + STEP, end)
    const [before, after] = [secondsAhead(at, timeZone), secondsAhead(next, timeZone)]
    if (before === after) continue
    const moment = firstWith(after, at, next, timeZone)
    changes.push({ at: micros(moment), before: micros(before), after: micros(after) })
  }
  return changes
}

/** The first second with an offset, which the second `high` has and `low` has not. */
function firstWith(offset: number, low: number, high: number, timeZone: string): number {
  let [without, having] = [low, high]
  while (having - without > 1) {
    const middle = Math.floor((without + having) / 2)
    if (secondsAhead(middle, timeZone) === offset) having = middle
    else without = middle
  }
  return having
}

function secondsAt(year: number): number {
  return toEpochDays({ year, month: 1, day: 1 }) * 86_400
}

function micros(seconds: number): bigint {
  return BigInt(seconds) * 1_000_000n
}

/** How far the clock of a zone is ahead of UTC at a moment, all in seconds. */
function secondsAhead(seconds: number, timeZone: string): number {
  return offsetAt(seconds * 1000, timeZone) / 1000
}

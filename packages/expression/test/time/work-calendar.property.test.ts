import {
  addGrain,
  type Grain,
  type MonthNumber,
  parseTime,
  readRange,
  toText,
  truncate,
  type WorkCalendar,
} from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareGrains,
  isDivisibleByGrain,
  nextPeriod,
  periodNumber,
  startAtOrAfter,
} from '../../src/time/grains.ts'
import { grainOfWord, WEEKDAYS } from '../../src/time/work-calendar.ts'

const DAY_MS = 86_400_000
const micros = (ms: number) => BigInt(ms) * 1000n
const day = (time: bigint) => toText(Number(time / (micros(DAY_MS) as bigint)), 'DATE')
const LONG = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekdayOf = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

/** The day on which a period begins, by asking a calendar of its own for every day before. */
function naiveStart(ms: number, grain: Grain): number {
  const [, word, of] = /^([A-Z_]+)(?:\((.*)\))?$/.exec(grain)!
  let at = Math.floor(ms / DAY_MS) * DAY_MS
  const begins = (): boolean => {
    const date = new Date(at)
    if (word === 'WEEK') {
      const first = (of ?? 'MONDAY').toLowerCase()
      return weekdayOf.format(date).toLowerCase() === first
    }
    if (date.getUTCDate() !== 1) return false
    const since = (date.getUTCMonth() + 1 - Number(of) + 12) % 12
    return word === 'FISCAL_YEAR' ? since === 0 : since % 3 === 0
  }
  while (!begins()) at -= DAY_MS
  return at
}

const GRAINS: readonly Grain[] = [
  'WEEK',
  ...WEEKDAYS.filter((one) => one !== 'MONDAY').map((one): Grain => `WEEK(${one})`),
  ...Array.from({ length: 12 }, (_, i) => (i + 1) as MonthNumber).flatMap((month): Grain[] => [
    `FISCAL_QUARTER(${month})`,
    `FISCAL_YEAR(${month})`,
  ]),
]
const grains = fc.constantFrom(...GRAINS)
const plain = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const
const times = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2199, 11, 31) })
const calendars: fc.Arbitrary<WorkCalendar> = fc.record({
  weekStart: fc.constantFrom(...WEEKDAYS),
  fiscalYearStart: fc.integer({ min: 1, max: 12 }) as fc.Arbitrary<MonthNumber>,
  fiscalYearName: fc.constantFrom('END', 'START'),
})

describe('weeks and fiscal years of a calendar', () => {
  test('begin on the same days as in a naive day-by-day calendar', () => {
    fc.assert(
      fc.property(times, grains, (ms, grain) => {
        const start = truncate(micros(ms), grain)
        expect(day(start)).toBe(day(micros(naiveStart(ms, grain))))
        const next = nextPeriod(micros(ms), grain)
        expect(truncate(next, grain)).toBe(next)
        expect(truncate(next - 1n, grain)).toBe(start)
        expect(periodNumber(next, grain)).toBe(periodNumber(start, grain) + 1)
        expect(startAtOrAfter(start + 1n, grain)).toBe(next)
      }),
    )
  })

  test('are made of a grain exactly when no period of that cuts one', () => {
    const starts = Array.from({ length: 900 }, (_, i) => micros(Date.UTC(2003, 0, 1) + i * DAY_MS))
    for (const outer of [...GRAINS, ...plain]) {
      const begins = starts.filter((at) => truncate(at, outer) === at)
      for (const inner of [...GRAINS, ...plain]) {
        const isShorter = compareGrains(inner, outer) <= 0 || begins.length === starts.length
        const fits = begins.every((at) => truncate(at, inner) === at)
        const isLonger = nextPeriod(begins[0]!, inner) > nextPeriod(begins[0]!, outer)
        expect([outer, inner, isDivisibleByGrain(outer, inner)]).toEqual([
          ...[outer, inner, fits && !isLonger && (isShorter || outer !== inner)],
        ])
      }
    }
  })

  test('are cut at the beginning of the year 1', () => {
    const first = parseTime('0001-01-01')!
    expect(truncate(parseTime('0001-03-05')!, 'FISCAL_YEAR(7)')).toBe(first)
    expect(truncate(parseTime('0001-01-03')!, 'WEEK(SUNDAY)')).toBe(first)
    expect(nextPeriod(first, 'FISCAL_YEAR(7)')).toBe(parseTime('0001-07-01'))
    expect(startAtOrAfter(first, 'WEEK(SUNDAY)')).toBe(first)
  })
})

describe('ranges in a calendar', () => {
  const now = parseTime('2001-06-20 15:00')!

  test('a fiscal year has the number of the year that it ends or starts in', () => {
    fc.assert(
      fc.property(calendars, fc.integer({ min: 1950, max: 2100 }), (calendar, year) => {
        const { from, to } = readRange(`FY${year}`, { now, calendar, path: 'range' })
        const last = new Date(Number(to / 1000n) - 1)
        const first = new Date(Number(from / 1000n))
        expect(first.getUTCMonth() + 1).toBe(calendar.fiscalYearStart)
        expect(to).toBe(addGrain(from, 1, 'YEAR'))
        const named = calendar.fiscalYearName === 'END' ? last : first
        expect(named.getUTCFullYear()).toBe(year)
        const quarters = [1, 2, 3, 4].map((one) =>
          readRange(`fy${year}-q${one}`, { now, calendar, path: 'range' }),
        )
        expect(quarters.map((one) => one.from)).toEqual([
          from,
          ...quarters.slice(0, 3).map((one) => one.to),
        ])
        expect(quarters[3]!.to).toBe(to)
      }),
    )
  })

  test('week 1 of a year is the one with most of its days in the year', () => {
    fc.assert(
      fc.property(calendars, fc.integer({ min: 1950, max: 2100 }), (calendar, year) => {
        const options = { now, calendar, path: 'range' }
        const { from, to } = readRange(`${year}-W01`, options)
        expect(to - from).toBe(micros(7 * DAY_MS))
        expect(LONG[new Date(Number(from / 1000n)).getUTCDay()]!.toUpperCase()).toBe(
          calendar.weekStart,
        )
        const own = Array.from({ length: 7 }, (_, i) => new Date(Number(from / 1000n) + i * DAY_MS))
        expect(own.filter((one) => one.getUTCFullYear() === year).length).toBeGreaterThanOrEqual(4)
        expect(from - micros(7 * DAY_MS)).toBeLessThan(
          parseTime(`${year}-01-01`)! - micros(3 * DAY_MS),
        )
        expect(truncate(from, grainOfWord('WEEK', calendar)!)).toBe(from)
      }),
    )
  })
})

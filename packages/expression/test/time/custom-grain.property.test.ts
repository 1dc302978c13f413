import {
  addGrain,
  type CustomWord,
  parseTime,
  rangeText,
  readCompareRange,
  readRange,
  toText,
  truncate,
  type WorkCalendar,
} from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { customGrain } from '../../src/time/custom-grain.ts'
import {
  findGrainByName,
  isDivisibleByGrain,
  nextPeriod,
  periodNumber,
  startAtOrAfter,
} from '../../src/time/grains.ts'
import { shownPeriod } from '../../src/time/labels.ts'

const DAY = 86_400_000_000n
const FIRST = 11_000
const END_OF_TIME = 2_932_897

/** Lists of periods of random lengths, from a day in 2000. */
const lists = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(7, 28, 35)), {
    minLength: 1,
    maxLength: 30,
  })
  .map((lengths) => {
    let end = FIRST
    const starts = lengths.map((length) => {
      const start = end
      end += length
      return start
    })
    return { starts, end }
  })
type Listed = { readonly starts: readonly number[]; readonly end: number }
const days = fc.oneof(
  fc.integer({ min: FIRST - 60, max: FIRST + 1300 }),
  fc.constantFrom(-719_162, END_OF_TIME - 1),
)

/** The first day of the period of a day, by going through the days one by one. */
function naiveStart({ starts, end }: Listed, day: number): number {
  if (day < starts[0]!) return -719_162
  if (day >= end) return end
  let at = day
  while (!starts.includes(at)) at -= 1
  return at
}

const calendarOf = (list: Listed): WorkCalendar => ({
  ...{ weekStart: 'MONDAY', fiscalYearStart: 7, fiscalYearName: 'END' },
  custom: [
    {
      word: 'STINT' as CustomWord,
      grain: customGrain('STINT', list),
      labels: list.starts.map((_, index) => `Stint ${index + 1}`),
    },
  ],
})

describe('listed periods', () => {
  test('begin where the list says, and follow one another', () => {
    fc.assert(
      fc.property(lists, days, fc.bigInt({ min: 0n, max: DAY - 1n }), (list, day, clock) => {
        const grain = customGrain('STINT', list)
        expect(findGrainByName(grain)).toBe(grain)
        const time = BigInt(day) * DAY + clock
        const start = truncate(time, grain)
        expect(start).toBe(BigInt(naiveStart(list, day)) * DAY)
        const next = nextPeriod(time, grain)
        expect(next).toBeGreaterThan(time)
        expect(truncate(next - 1n, grain)).toBe(start)
        expect(periodNumber(next, grain)).toBe(periodNumber(time, grain) + 1)
        expect(startAtOrAfter(start + 1n, grain)).toBe(next)
        expect(addGrain(next, -1, grain)).toBe(start)
      }),
    )
  })

  test('are made of a grain exactly when none of its periods crosses a boundary', () => {
    const inners = fc.oneof(
      lists.map((one) => customGrain('INNER', one)),
      fc.constantFrom('DAY', 'WEEK', 'MONTH'),
    )
    fc.assert(
      fc.property(lists, inners, (list, inner) => {
        const outer = customGrain('STINT', list)
        const times = Array.from({ length: 1400 }, (_, i) => BigInt(FIRST - 40 + i) * DAY)
        const isWhole = times.every(
          (time) => truncate(truncate(time, inner), outer) === truncate(time, outer),
        )
        expect(isDivisibleByGrain(outer, inner as 'DAY')).toBe(isWhole)
        expect(isDivisibleByGrain('WEEK', outer)).toBe(false)
      }),
      { numRuns: 30 },
    )
  })

  test('have labels that read back as the same range, and neighbours', () => {
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), (list, a, b) => {
        const calendar = calendarOf(list)
        const count = list.starts.length
        const [first, last] = [a % count, b % count].toSorted((one, other) => one - other) as [
          number,
          number,
        ]
        const options = { now: BigInt(FIRST) * DAY, calendar, path: 'range' }
        const text = first === last ? `Stint ${first + 1}` : `Stint ${first + 1}..Stint ${last + 1}`
        const range = readRange(text.toLowerCase(), options)
        expect(range.from).toBe(BigInt(list.starts[first]!) * DAY)
        expect(range.to).toBe(BigInt(list.starts[last + 1] ?? list.end) * DAY)
        expect(rangeText(range, calendar)).toBe(text)
        const size = last - first + 1
        if (first < size) {
          expect(() => readCompareRange('previous', range, options)).toThrow(/goes from/)
        } else {
          const before = readCompareRange('previous', range, options)
          expect([before.from, before.to]).toEqual([
            BigInt(list.starts[first - size]!) * DAY,
            range.from,
          ])
        }
      }),
    )
  })
})

test('the year before a retail period is the same period of the previous year, with as many days to date', () => {
  // 52 weeks in 4-4-5, then a year with 53.
  const lengths = Array.from({ length: 36 }, (_, i) => (i === 35 ? 42 : i % 3 === 2 ? 35 : 28))
  let end = Number(parseTime('2021-01-31')! / DAY)
  const starts = lengths.map((length) => {
    end += length
    return end - length
  })
  const labels = starts.map((_, i) => `${2021 + Math.floor(i / 12)}-P${(i % 12) + 1}`)
  const grain = customGrain('RETAIL_MONTH', { starts, end })
  const calendar: WorkCalendar = {
    ...{ weekStart: 'SUNDAY', fiscalYearStart: null, fiscalYearName: 'END' },
    custom: [{ word: 'RETAIL_MONTH' as CustomWord, grain, labels }],
  }
  const options = { now: parseTime('2022-05-10 12:00')!, calendar, path: 'range' }
  for (const text of labels.slice(12)) {
    const before = readCompareRange('year', readRange(text, options), options)
    const [year, period] = text.split('-')
    expect(rangeText(before, calendar)).toBe(`${Number(year) - 1}-${period}`)
  }
  const last = readRange('last-retail-month', options)
  expect(rangeText(last, calendar)).toBe('2022-P3')
  const toDate = readRange('retail_month-to-date', options)
  expect(rangeText(toDate)).toBe('2022-05-01..2022-05-10')
  expect(rangeText(readCompareRange('previous', toDate, options))).toBe('2022-03-27..2022-04-05')
  expect(rangeText(readCompareRange('year', toDate, options))).toBe('2021-05-02..2021-05-11')
  expect(shownPeriod('metric_time__retail_month', '2022-05-01', calendar)).toBe('2022-P4')
  expect(shownPeriod('metric_time__retail_month', '0001-01-01', calendar)).toBe('before 2021-01-31')
  expect(shownPeriod('metric_time__retail_month', toText(end, 'DATE')!, calendar)).toBe(
    `from ${toText(end, 'DATE')}`,
  )
  const late = { ...options, now: parseTime('2030-01-01')! }
  expect(() => readRange('last-retail-month', late)).toThrow(/goes from 2021-01-31 to 2024-02-03/)
})

test('fiscal periods are called by the year that they end or start in', () => {
  const calendar: WorkCalendar = {
    ...{ weekStart: 'MONDAY', fiscalYearStart: 10, fiscalYearName: 'START' },
  }
  for (const text of ['FY2002', 'FY2002-Q1', 'FY2002-Q4', 'FY2002-Q2..FY2003-Q1']) {
    const range = readRange(text, { now: 0n, calendar, path: 'range' })
    expect(rangeText(range, calendar)).toBe(text)
  }
  expect(shownPeriod('metric_time__FISCAL_QUARTER', '2003-07-01', calendar)).toBe('FY2002-Q4')
  expect(shownPeriod('metric_time__quarter', '2003-07-01', calendar)).toBe('2003-Q3')
  expect(shownPeriod('shop', '2003-07-01', calendar)).toBe('2003-07-01')
})

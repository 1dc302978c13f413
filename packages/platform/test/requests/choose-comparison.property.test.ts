import { addGrain, parseTime, rangeText, truncate } from '@tributary/expression'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ComparedPeriods,
  chooseComparison,
  chooseNearestComparison,
  type RowTimes,
} from '../../src/requests/choose-comparison.ts'

const DAY = 86_400_000_000n
const START = parseTime('2020-01-01')!
const at = (text: string) => parseTime(text)!
const moment = (now: string) => ({ now: at(now), calendar: PLAIN_CALENDAR })
const LATER = moment('2030-01-01')

/** All days from the first to the last, some days apart. */
function daysFrom(first: string, last: string, step = 1): readonly bigint[] {
  const count = Number((at(last) - at(first)) / DAY / BigInt(step))
  return Array.from({ length: count + 1 }, (_, index) => at(first) + BigInt(index * step) * DAY)
}

function byDay(...starts: readonly (readonly bigint[])[]): RowTimes {
  return { grain: 'DAY', starts }
}

function toTexts(comparison: ComparedPeriods | null): readonly string[] | null {
  return comparison && [rangeText(comparison.current), rangeText(comparison.compare)]
}

test.each<[string, RowTimes, readonly string[] | null]>([
  ['half a year by day', byDay(daysFrom('2001-01-01', '2001-06-30')), ['2001-06', '2001-05']],
  [
    'a month that has only begun',
    byDay(daysFrom('2001-01-01', '2001-07-03')),
    ['2001-06', '2001-05'],
  ],
  ['without its last weekend', byDay(daysFrom('2001-01-01', '2001-06-28')), ['2001-06', '2001-05']],
  ['weekly rows', byDay(daysFrom('2001-01-01', '2001-06-25', 7)), ['2001-06', '2001-05']],
  [
    'five weeks',
    byDay(daysFrom('2001-06-04', '2001-07-08')),
    ['2001-07-02..2001-07-08', '2001-06-25..2001-07-01'],
  ],
  ['four days', byDay(daysFrom('2001-06-04', '2001-06-07')), ['2001-06-07', '2001-06-06']],
  ['one day', byDay([at('2001-06-04')]), null],
  ['no rows', byDay([]), null],
  ['a row a year', byDay([at('2015-01-01'), at('2016-01-01'), at('2017-01-01')]), ['2017', '2016']],
  [
    'a row in ten years',
    { grain: 'YEAR', starts: [[at('1980'), at('1990'), at('2000')]] },
    ['2000', '1990'],
  ],
  [
    'months',
    { grain: 'MONTH', starts: [[at('2001-04-01'), at('2001-05-01'), at('2001-06-01')]] },
    ['2001-06', '2001-05'],
  ],
  [
    'an open end',
    byDay([...daysFrom('2001-01-01', '2001-06-30'), at('9999-12-31')]),
    ['2001-06', '2001-05'],
  ],
  [
    'a dataset that ends before',
    byDay(daysFrom('2001-01-01', '2001-06-30'), daysFrom('2000-01-01', '2001-04-30')),
    ['2001-04', '2001-03'],
  ],
])('of %s the last complete period is compared with the one before', (_, times, expected) => {
  expect(toTexts(chooseComparison(times, LATER))).toEqual(expected)
})

test('the running month is not compared, nor are months of plans', () => {
  const plans = byDay(daysFrom('2001-01-01', '2001-12-31'))
  expect(toTexts(chooseComparison(plans, moment('2001-07-10')))).toEqual(['2001-06', '2001-05'])
  expect(toTexts(chooseComparison(plans, moment('1999-01-01')))).toEqual(['2001-12', '2001-11'])
})

const rowDays = fc
  .uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 60 })
  .map((days) => days.toSorted((a, b) => a - b).map((day) => START + BigInt(day) * DAY))
const facts = fc.array(rowDays, { minLength: 1, maxLength: 2 })

test('both periods have rows of every dataset, are of one grain and do not overlap', () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 0, max: 1_000 }), (starts, today) => {
      const now = { now: START + BigInt(today) * DAY, calendar: PLAIN_CALENDAR }
      const comparison = chooseComparison(byDay(...starts), now)
      if (comparison === null) {
        const commonDays = starts[0]!.filter((day) => starts.every((days) => days.includes(day)))
        expect(commonDays.length).toBeLessThan(2)
        return
      }
      const { current, compare, grain } = comparison
      for (const { from, to } of [current, compare]) {
        expect(truncate(from, grain)).toBe(from)
        expect(addGrain(from, 1, grain)).toBe(to)
        for (const days of starts) expect(days.some((day) => day >= from && day < to)).toBe(true)
      }
      expect(compare.to <= current.from).toBe(true)
    }),
  )
})

const wholeMonths = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 12 })

test('a range without rows leads to the nearest months with rows, both of them neighbours', () => {
  fc.assert(
    fc.property(wholeMonths, fc.integer({ min: -20, max: 50 }), (months, month) => {
      const starts = months
        .toSorted((a, b) => a - b)
        .map((number) => addGrain(START, number, 'MONTH'))
      const days = starts.flatMap((start) =>
        Array.from({ length: 31 }, (_, day) => start + BigInt(day) * DAY).filter(
          (day) => truncate(day, 'MONTH') === start,
        ),
      )
      const from = addGrain(START, month, 'MONTH')
      const near = { from, to: addGrain(from, 1, 'MONTH') }
      const pairs = starts.filter((start) => starts.includes(addGrain(start, -1, 'MONTH')))
      const distanceTo = (start: bigint) => (start > from ? start - from : from - start)
      const comparison = chooseNearestComparison(byDay(days), near, LATER)
      if (pairs.length === 0) {
        expect(comparison).toEqual(chooseComparison(byDay(days), LATER))
        return
      }
      const { current, compare } = comparison!
      expect(pairs).toContain(current.from)
      expect(compare.to).toBe(current.from)
      for (const start of pairs) expect(distanceTo(start) >= distanceTo(current.from)).toBe(true)
    }),
  )
})

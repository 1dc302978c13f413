import type { Grain, Interval } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { windowPeriods } from '../../src/plan/periods.ts'

const at = (text: string): bigint => BigInt(Date.parse(text)) * 1000n
const between = (from: string | null, to: string | null): Interval => ({
  from: from === null ? null : at(from),
  to: to === null ? null : at(to),
})
const everything = { first: at('1990-01-01'), last: at('2010-01-01') }
const may = between('2001-05-01', '2001-06-01')

describe('windowPeriods', () => {
  test.each<[Grain, number]>([
    ['HOUR', 31 * 24],
    ['DAY', 31],
    // 2001-05-01 is a Tuesday: the weeks of April 30 to May 28.
    ['WEEK', 5],
    ['MONTH', 1],
    ['QUARTER', 1],
    ['YEAR', 1],
    ['MINUTE', 31 * 24 * 60],
    ['SECOND', 31 * 24 * 3600],
  ])('counts the periods of a month by %s', (grain, count) => {
    expect(windowPeriods([may], grain, everything)).toEqual({ count, total: count })
  })

  test('counts months and quarters over the turn of a year, also before 1970', () => {
    const winter = between('1968-11-15', '1970-02-01')
    const long = { first: at('1960-01-01'), last: at('2010-01-01') }
    expect(windowPeriods([winter], 'MONTH', long).count).toBe(15)
    expect(windowPeriods([winter], 'QUARTER', long).count).toBe(6)
    expect(windowPeriods([winter], 'YEAR', long).count).toBe(3)
  })

  test('counts a period that two intervals touch once', () => {
    const parts = [
      between('2001-05-01T00:00Z', '2001-05-01T06:00Z'),
      between('2001-05-01T12:00Z', '2001-05-02T06:00Z'),
      between('2001-05-04T12:00Z', '2001-05-04T13:00Z'),
    ]
    expect(windowPeriods(parts, 'DAY', everything).count).toBe(3)
  })

  test('stops at the periods that the data reaches', () => {
    const data = { first: at('2001-05-10T23:00Z'), last: at('2001-05-20T01:00Z') }
    expect(windowPeriods([may], 'DAY', data)).toEqual({ count: 11, total: 31 })
    const june = between('2001-06-01', '2001-07-01')
    expect(windowPeriods([june], 'DAY', data)).toEqual({ count: 0, total: 30 })
  })

  test('takes the data for the missing end of a window', () => {
    const data = { first: at('2001-05-10'), last: at('2001-05-20') }
    const open = [between(null, '2001-05-12'), between('2001-05-20', null)]
    expect(windowPeriods(open, 'DAY', data)).toEqual({ count: 3, total: null })
  })

  test('has none without intervals', () => {
    expect(windowPeriods([], 'DAY', everything)).toEqual({ count: 0, total: 0 })
  })
})

import { addGrain, type Grain, parseTime, toText, truncate } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const text = (time: bigint) => toText(time, 'TIMESTAMP')
const time = (iso: string) => parseTime(iso)!

describe('truncate', () => {
  test.each<readonly [Grain, string]>([
    ['SECOND', '2024-03-07 10:20:30'],
    ['MINUTE', '2024-03-07 10:20:00'],
    ['HOUR', '2024-03-07 10:00:00'],
    ['DAY', '2024-03-07 00:00:00'],
    ['WEEK', '2024-03-04 00:00:00'],
    ['MONTH', '2024-03-01 00:00:00'],
    ['QUARTER', '2024-01-01 00:00:00'],
    ['YEAR', '2024-01-01 00:00:00'],
  ])('to a %s', (grain, start) => {
    expect(text(truncate(time('2024-03-07 10:20:30.5'), grain))).toBe(start)
  })

  test('goes back before 1970', () => {
    expect(text(truncate(-1n, 'DAY'))).toBe('1969-12-31 00:00:00')
    expect(text(truncate(-1n, 'WEEK'))).toBe('1969-12-29 00:00:00')
    expect(text(truncate(-1n, 'QUARTER'))).toBe('1969-10-01 00:00:00')
  })
})

describe('addGrain', () => {
  test.each<readonly [string, number, Grain, string]>([
    ['2024-01-31', 1, 'MONTH', '2024-02-29 00:00:00'],
    ['2023-01-31 05:00', 1, 'MONTH', '2023-02-28 05:00:00'],
    ['2024-02-29', 1, 'YEAR', '2025-02-28 00:00:00'],
    ['2024-01-31', -2, 'QUARTER', '2023-07-31 00:00:00'],
    ['2024-01-15', -1, 'MONTH', '2023-12-15 00:00:00'],
    ['2024-02-28', 2, 'DAY', '2024-03-01 00:00:00'],
    ['2024-02-28', 1, 'WEEK', '2024-03-06 00:00:00'],
    ['2024-02-28', -90, 'MINUTE', '2024-02-27 22:30:00'],
  ])('moves %s by %i %s', (from, count, grain, to) => {
    expect(text(addGrain(time(from), count, grain))).toBe(to)
  })
})

describe('dates', () => {
  test('agree with the calendar of JavaScript', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (days) => {
        expect(toText(days, 'DATE')).toBe(new Date(days * 86_400_000).toISOString().slice(0, 10))
      }),
    )
  })
})

describe('parseTime', () => {
  test('reads what toText writes', () => {
    fc.assert(
      fc.property(fc.bigInt(time('0001-01-01'), time('9999-12-31 23:59:59.999999')), (moment) => {
        expect(parseTime(text(moment)!)).toBe(moment)
      }),
    )
  })

  test.each([
    '2024',
    '2024-01',
    '2024-01-01',
    '2024-01-01 00:00',
    '2024-01-01T00:00:00',
    '2024-01-01 00:00:00.0',
  ])('reads %s', (iso) => {
    expect(text(parseTime(iso)!)).toBe('2024-01-01 00:00:00')
  })

  test.each([
    '',
    '24',
    '2024-1-1',
    '2024-02-30',
    '2024-13',
    '2024-01-00',
    '2024-01-01 24:00:00',
    '2024-01-01 00:60',
    '2024-01-01x',
    '0000-01-01',
    '2024-01-01Z',
  ])('refuses %j', (iso) => {
    expect(parseTime(iso)).toBeNull()
  })
})

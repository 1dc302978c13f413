import { parseTime, toText } from '@tributary/expression'
import { parsePeriod, periodInterval, shiftInterval } from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'

describe('a period', () => {
  // Anchored on Wednesday, 2024-05-15, at 13:47:30.
  test.each([
    ['to_date -6 day of 0 day', '2024-05-09', '2024-05-16'],
    ['to_date -7 month of 0 day', '2023-10-15', '2024-05-16'],
    ['to_date -1 year of 0 month', '2023-05-01', '2024-06-01'],
    ['to_date 0 day of -1 day', '2024-05-14', '2024-05-15'],
    ['grain_to_date 0 month of 0 day', '2024-05-01', '2024-05-16'],
    ['grain_to_date 0 year to 0 month', '2024-01-01', '2024-06-01'],
    ['grain_to_date -1 year to 0 month', '2023-01-01', '2024-06-01'],
    ['grain_to_date 0 day to 0 5minute', '2024-05-15', '2024-05-15 13:50:00'],
    ['SPECIFY_DATE start day of -1 month', '2024-04-01', '2024-04-02'],
    ['specify_date end day of -1 month', '2024-04-30', '2024-05-01'],
    ['specify_date start month of -1 year', '2023-01-01', '2023-02-01'],
    ['specify_date end month of -1 year', '2023-12-01', '2024-01-01'],
    ['specify_date start day of 0 week', '2024-05-13', '2024-05-14'],
    ['relative_date -1 month of 0 day', '2024-04-15', '2024-04-16'],
    ['relative_date -1 year of 0 month', '2023-05-01', '2023-06-01'],
    ['7d', '2024-05-09', '2024-05-16'],
    ['period__3w', '2024-04-29', '2024-05-20'],
    ['6m', '2023-12-01', '2024-06-01'],
    ['2q', '2024-01-01', '2024-07-01'],
    ['1y', '2024-01-01', '2025-01-01'],
    ['ytd', '2024-01-01', '2024-05-16'],
    ['qtd', '2024-04-01', '2024-05-16'],
    ['mtd', '2024-05-01', '2024-05-16'],
    ['wtd', '2024-05-13', '2024-05-16'],
    ['dt5min', '2024-05-15', '2024-05-15 13:50:00'],
    ['cy', '2024-01-01', '2025-01-01'],
    ['cq', '2024-04-01', '2024-07-01'],
    ['cm', '2024-05-01', '2024-06-01'],
    ['cw', '2024-05-13', '2024-05-20'],
    ['cd', '2024-05-15', '2024-05-16'],
    ['c5min', '2024-05-15 13:45:00', '2024-05-15 13:50:00'],
  ])('%s is from %s to %s', (text, from, to) => {
    const { period, diagnostics } = parsePeriod(text)
    expect(diagnostics).toEqual([])
    const interval = periodInterval(period!, parseTime('2024-05-15 13:47:30')!)
    expect([interval.from, interval.to]).toEqual([parseTime(from), parseTime(to)])
  })

  test.each([
    '',
    'yesteryear',
    'today..',
    'to_date',
    'to_date 6 day of 0 day',
    'to_date -6 days of 0 day',
    'to_date -6 day of 0',
    'to_date -6 day of 0 day please',
    'to_date -6 2day of 0 day',
    'specify_date middle day of 0 month',
    '0d',
    'c0min',
    'ytm5',
    'constructor',
  ])('%j is none', (text) => {
    expect(parsePeriod(text)).toMatchObject({ period: null, diagnostics: [{ code: 'EXP6008' }] })
  })

  test('too far away is an error that says so', () => {
    expect(parsePeriod('to_date -100001 day of 0 day').diagnostics).toMatchObject([
      { code: 'EXP6009', message: '-100001 periods away is too far; the limit is 100000' },
    ])
  })
})

describe('an interval in another period', () => {
  test.each([
    ['2024-02-01', '2024-03-01', { count: -1, grain: 'YEAR' }, '2023-02-01', '2023-03-01'],
    ['2024-02-01', '2024-03-01', { count: -1, grain: 'MONTH' }, '2024-01-01', '2024-02-01'],
    ['2023-03-30', '2023-03-31', { count: -1, grain: 'MONTH' }, '2023-02-28', '2023-03-01'],
    ['2024-03-01', '2024-03-31', { count: -1, grain: 'MONTH' }, '2024-02-01', '2024-03-01'],
    ['2024-02-10', '2024-02-29', { count: -1, grain: 'YEAR' }, '2023-02-10', '2023-03-01'],
    ['2024-05-15', '2024-05-16', { count: -2, grain: 'DAY' }, '2024-05-13', '2024-05-14'],
    ['2024-05-15', '2024-05-16', { count: -52, grain: 'WEEK' }, '2023-05-17', '2023-05-18'],
    ['2024-04-01', '2024-07-01', { count: -1, grain: 'QUARTER' }, '2024-01-01', '2024-04-01'],
  ] as const)('%s to %s, moved by %j, is %s to %s', (from, to, offset, start, end) => {
    const interval = { from: parseTime(from)!, to: parseTime(to)! }
    const moved = shiftInterval(interval, { ...offset, part: 'same' })
    expect(days(moved)).toEqual([start, end])
  })

  test.each([
    ['end', -1, 'YEAR', '2023-12-31', '2024-01-01'],
    ['end', -1, 'MONTH', '2024-04-30', '2024-05-01'],
    ['start', 0, 'YEAR', '2024-01-01', '2024-01-02'],
    ['start', 0, 'WEEK', '2024-05-13', '2024-05-14'],
  ] as const)('at the %s, %s %s away, is %s to %s', (part, count, grain, start, end) => {
    const interval = { from: parseTime('2024-05-15')!, to: parseTime('2024-05-16')! }
    expect(days(shiftInterval(interval, { part, count, grain }))).toEqual([start, end])
  })
})

function days({ from, to }: { readonly from: bigint; readonly to: bigint }): readonly unknown[] {
  return [from, to].map((time) => toText(Number(time / 86_400_000_000n), 'DATE'))
}

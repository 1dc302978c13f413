import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'
import { toScheduledLot } from '../../src/queue/schedules.ts'

describe('what a scheduled run refreshes', () => {
  test.each([
    ['DAY', 7, 1, '2024-05-08T03:00:00Z', 'UTC', '2024-05-01', '2024-05-07'],
    ['DAY', 0, 0, '2024-05-08T03:00:00Z', 'UTC', '2024-05-08', '2024-05-08'],
    ['DAY', 1, 1, '2024-05-07T22:30:00Z', 'Europe/Brussels', '2024-05-07', '2024-05-07'],
    ['MONTH', 2, 1, '2024-01-31T00:00:00Z', 'UTC', '2023-11-01', '2023-12-01'],
    ['WEEK', 1, 0, '2024-05-08T00:00:00Z', 'UTC', '2024-04-29', '2024-05-06'],
  ] as const)(
    'by %s from %i to %i partitions before %s in %s',
    (granularity, updateLowerInterval, updateUpperInterval, at, timeZone, from, to) => {
      const plan = { granularity, updateLowerInterval, updateUpperInterval }
      const workspace = { timeZone, calendar: PLAIN_CALENDAR }
      expect(toScheduledLot(plan, new Date(at), workspace)).toEqual({
        ...{ startPartition: from, endPartition: to },
      })
    },
  )

  test('by the weeks and fiscal years of the workspace', () => {
    const lotOf = (granularity: 'WEEK' | 'FISCAL_YEAR') =>
      toScheduledLot(
        { granularity, updateLowerInterval: 1, updateUpperInterval: 0 },
        new Date('2024-05-08T00:00:00Z'),
        {
          timeZone: 'UTC',
          calendar: { weekStart: 'SUNDAY', fiscalYearStart: 7, fiscalYearName: 'END' },
        },
      )
    expect(lotOf('WEEK')).toEqual({ startPartition: '2024-04-28', endPartition: '2024-05-05' })
    expect(lotOf('FISCAL_YEAR')).toEqual({
      ...{ startPartition: '2022-07-01', endPartition: '2023-07-01' },
    })
  })
})

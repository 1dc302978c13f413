import { describe, expect, test } from 'vitest'
import { createScheduleTimes, listTimesBetween } from '../../src/queue/schedule-times.ts'

function between(cron: string, zone: string, from: string, to: string, most = 1_000) {
  const range = { from: new Date(from), to: new Date(to) }
  const times = listTimesBetween(createScheduleTimes([cron], zone), range, most)
  return times?.map((at) => at.toISOString().slice(0, 16)) ?? null
}

describe('the times between two moments', () => {
  test('have both ends of the range', () => {
    const hourly = (from: string, to: string) => between('0 * * * *', 'UTC', from, to)
    expect(hourly('2024-05-04T00:00:00Z', '2024-05-04T03:00:00Z')).toEqual([
      '2024-05-04T00:00',
      '2024-05-04T01:00',
      '2024-05-04T02:00',
      '2024-05-04T03:00',
    ])
    expect(hourly('2024-05-04T00:00:00.001Z', '2024-05-04T00:59:59.999Z')).toEqual([])
    expect(hourly('2024-05-04T01:00:00Z', '2024-05-04T01:00:00Z')).toHaveLength(1)
  })

  test('are on the clocks of the zone', () => {
    const range = ['2024-03-30T00:00:00Z', '2024-04-01T00:00:00Z'] as const
    expect(between('0 3 * * *', 'Europe/Berlin', ...range)).toEqual([
      '2024-03-30T02:00',
      '2024-03-31T01:00',
    ])
  })

  test('go on every hour when clocks are put back', () => {
    const range = ['2024-10-27T00:00:00Z', '2024-10-27T02:00:00Z'] as const
    expect(between('0 * * * *', 'Europe/Berlin', ...range)).toEqual([
      '2024-10-27T00:00',
      '2024-10-27T01:00',
      '2024-10-27T02:00',
    ])
  })

  test('are null when there are too many, however long the range', () => {
    const range = ['2024-05-04T00:00:00Z', '2024-05-04T03:00:00Z'] as const
    expect(between('0 * * * *', 'UTC', ...range, 4)).toHaveLength(4)
    expect(between('0 * * * *', 'UTC', ...range, 3)).toBeNull()
    const ages = ['1000-01-01T00:00:00Z', '9999-01-01T00:00:00Z'] as const
    expect(between('* * * * *', 'UTC', ...ages, 10_000)).toBeNull()
  })
})

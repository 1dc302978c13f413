import { localTime } from '@tributary/expression/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScheduleTimes } from '../../src/queue/schedule-times.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 60 : 2_000
const MINUTE = 60_000

/** Schedules by minute and hour, in zones with and without summer time. */
const schedule = fc.record({
  minute: fc.constantFrom('*', '0', '7', '30', '*/15'),
  hour: fc.constantFrom('*', '0', '3', '*/6'),
  timeZone: fc.constantFrom('UTC', 'Asia/Kolkata', 'Europe/Brussels'),
})

/** Away from the nights in which clocks are changed, which the examples below are about. */
const moment = fc
  .integer({ min: Date.UTC(2024, 3, 2), max: Date.UTC(2024, 9, 20) })
  .map((at) => new Date(at))

/** Whether a field of a cron expression says a number; only the forms above. */
function says(field: string, number: number): boolean {
  if (field === '*') return true
  return field.startsWith('*/') ? number % Number(field.slice(2)) === 0 : number === Number(field)
}

/** Every time of the schedule in a range, both ends included, found minute by minute. */
function everyTime(
  { minute, hour, timeZone }: { minute: string; hour: string; timeZone: string },
  from: Date,
  to: Date,
): readonly number[] {
  const found: number[] = []
  for (let at = Math.ceil(from.getTime() / MINUTE) * MINUTE; at <= to.getTime(); at += MINUTE) {
    const wall = Number(localTime(new Date(at), timeZone) / 60_000_000n)
    if (says(minute, wall % 60) && says(hour, Math.floor(wall / 60) % 24)) found.push(at)
  }
  return found
}

describe('the times of a schedule', () => {
  test('equal those found by checking every minute', () => {
    fc.assert(
      fc.property(schedule, moment, fc.nat(2 * 1_440), (one, until, back) => {
        const after = new Date(until.getTime() - back * MINUTE)
        const times = createScheduleTimes([`${one.minute} ${one.hour} * * *`], one.timeZone)
        const inside = everyTime(one, new Date(after.getTime() + 1), until)
        expect(times.newest(after, until)?.getTime() ?? null).toBe(inside.at(-1) ?? null)
        const later = everyTime(
          one,
          new Date(until.getTime() + 1),
          new Date(until.getTime() + 1_441 * MINUTE),
        )
        expect(times.next(until)?.getTime()).toBe(later[0])
      }),
      { numRuns: RUNS },
    )
  })

  test('of several expressions are those of each', () => {
    const times = createScheduleTimes(['0 3 * * *', '30 * * * *'], 'UTC')
    const at = new Date('2024-05-01T02:40:00Z')
    expect(times.next(at)?.toISOString()).toBe('2024-05-01T03:00:00.000Z')
    expect(times.newest(new Date(0), at)?.toISOString()).toBe('2024-05-01T02:30:00.000Z')
  })

  test('include the end of a range and exclude its beginning', () => {
    const times = createScheduleTimes(['0 * * * *'], 'UTC')
    const at = new Date('2024-05-01T02:00:00Z')
    expect(times.newest(new Date('2024-05-01T01:00:00Z'), at)).toEqual(at)
    expect(times.newest(at, at)).toBeNull()
    expect(times.newest(at, new Date('2024-05-01T02:59:59Z'))).toBeNull()
  })

  test('follow a daily time that clocks leave out when they are put forward', () => {
    const times = createScheduleTimes(['30 2 * * *'], 'Europe/Brussels')
    const before = new Date('2024-03-30T12:00:00Z')
    const next = times.next(before)!
    expect(next.toISOString().slice(0, 10)).toBe('2024-03-31')
    expect(times.newest(before, new Date('2024-03-31T12:00:00Z'))?.toISOString().slice(0, 10)).toBe(
      '2024-03-31',
    )
  })

  test('follow a daily time once when clocks are put back', () => {
    const times = createScheduleTimes(['30 2 * * *'], 'Europe/Brussels')
    const first = times.next(new Date('2024-10-26T12:00:00Z'))!
    const second = times.next(first)!
    expect(first.toISOString().slice(0, 10)).toBe('2024-10-27')
    expect(second.toISOString().slice(0, 10)).toBe('2024-10-28')
  })
})

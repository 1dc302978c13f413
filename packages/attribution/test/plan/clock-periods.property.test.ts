import { type Grain, type Interval, parseTime } from '@tributary/expression'
import { isFinerThanDay, periodNumber } from '@tributary/expression/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLOCK_CHANGES, wallClock } from '../../../../test/support/clock-changes.ts'
import { windowPeriods } from '../../src/plan/periods.ts'

const MINUTE = 60_000_000n
const everything = { first: parseTime('1900')!, last: parseTime('2100')! }
const numRuns = process.env.TRIBUTARY_LONG === undefined ? 3 : 300

/** Looks at the clock every five minutes; a period of less than a day is another one when the clock is ahead differently. */
function periodsSeen(
  zone: string,
  { around, window }: { readonly around: bigint; readonly window: Interval },
  grain: Grain,
): number {
  const seen = new Set<string>()
  const days = 6n * 1440n * MINUTE
  for (let at = around - days; at <= around + days; at += 5n * MINUTE) {
    const wall = wallClock(zone, at)
    if (wall < window.from! || wall >= window.to!) continue
    const ahead = isFinerThanDay(grain) ? wall - at : 0n
    seen.add(`${periodNumber(wall, grain)} ${ahead}`)
  }
  return seen.size
}

describe.each(CLOCK_CHANGES)('in $zone where $what', ({ zone, at }) => {
  const around = BigInt(at) * 1_000_000n
  const center = wallClock(zone, around)
  const steps = fc.integer({ min: -300, max: 300 })
  const window = fc
    .tuple(steps, steps)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => ({
      from: center + BigInt(Math.min(a, b)) * 15n * MINUTE,
      to: center + BigInt(Math.max(a, b)) * 15n * MINUTE,
    }))
  const grain = fc.constantFrom<Grain>(
    ...([
      'HOUR',
      'DAY',
      'WEEK',
      'WEEK(SUNDAY)',
      'MONTH',
      'QUARTER',
      'YEAR',
      'FISCAL_YEAR(4)',
    ] as const),
  )

  test('the periods of a window are those that the clock showed', () => {
    fc.assert(
      fc.property(window, grain, (one, of) => {
        const count = periodsSeen(zone, { around, window: one }, of)
        expect(windowPeriods([one], of, everything, zone)).toEqual({ count, total: count })
      }),
      { numRuns },
    )
  })
})

test.each([
  ['Europe/Berlin', '2024-03-31', 'HOUR', 23],
  ['Europe/Berlin', '2024-10-27', 'HOUR', 25],
  ['Europe/Berlin', '2024-10-28', 'HOUR', 24],
  ['Europe/Berlin', '2024-10-27', 'MINUTE', 1500],
  ['Europe/Berlin', '2024-03-31', 'SECOND', 82_800],
  ['America/Sao_Paulo', '2017-10-15', 'HOUR', 23],
  ['America/Sao_Paulo', '2018-02-17', 'HOUR', 25],
  // The half hour that comes twice is a part of two hours.
  ['Australia/Lord_Howe', '2024-04-07', 'HOUR', 25],
  ['Australia/Lord_Howe', '2024-04-07', 'MINUTE', 1470],
  ['Australia/Lord_Howe', '2024-10-06', 'HOUR', 24],
  ['Pacific/Apia', '2011-12-30', 'HOUR', 0],
] as const)('in %s the day %s has as many of %s as it had', (zone, day, grain, count) => {
  const from = parseTime(day)!
  const window = { from, to: from + 1440n * MINUTE }
  expect(windowPeriods([window], grain, everything, zone)).toEqual({ count, total: count })
})

test('hours of open windows reach as far as the data', () => {
  const data = { first: parseTime('2024-10-26 22:30')!, last: parseTime('2024-10-27 02:10')! }
  const open = [{ from: parseTime('2024-10-27')!, to: null }]
  // 0, 1, 2 and 2 again.
  expect(windowPeriods(open, 'HOUR', data, 'Europe/Berlin')).toEqual({ count: 4, total: null })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backfillLots, type Lot } from '../../../src/operations/acceleration/create-backfill.ts'

const RUNS = process.env.TRIBUTARY_LONG === undefined ? 100 : 2_000

const MICROS_OF_DAY = 86_400_000_000n
const GRAINS = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const
type Grain = (typeof GRAINS)[number]

const ask = fc.record({
  first: fc.integer({ min: -20_000, max: 40_000 }),
  length: fc.integer({ min: 1, max: 1_500 }),
  grain: fc.constantFrom(...GRAINS),
  days: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2_000 })),
})

/** The day that begins the period of a day, by the calendar of JavaScript. */
function periodOf(day: number, grain: Grain): string {
  const date = new Date(day * 86_400_000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const at = (...parts: [number, number, number]) => new Date(Date.UTC(...parts))
  const starts = {
    DAY: () => date,
    WEEK: () => new Date((day - ((date.getUTCDay() + 6) % 7)) * 86_400_000),
    MONTH: () => at(year, month, 1),
    QUARTER: () => at(year, month - (month % 3), 1),
    YEAR: () => at(year, 0, 1),
  }
  return starts[grain]().toISOString().slice(0, 10)
}

/** Day by day: each period goes to the lot of the first of its days in the range. */
function naiveLots({
  first,
  length,
  grain,
  days,
}: typeof ask extends fc.Arbitrary<infer T> ? T : never): Lot[] {
  const lots = new Map<number, string[]>()
  const seen = new Set<string>()
  for (let i = 0; i < length; i++) {
    const period = periodOf(first + i, grain)
    if (seen.has(period)) continue
    seen.add(period)
    const lot = Math.floor(i / days)
    lots.set(lot, [...(lots.get(lot) ?? []), period])
  }
  return [...lots.values()].map((periods) => ({
    startPartition: periods[0]!,
    endPartition: periods.at(-1)!,
  }))
}

function lotsOf({ first, length, grain, days }: Parameters<typeof naiveLots>[0], most = 1e6) {
  const from = BigInt(first) * MICROS_OF_DAY
  const to = BigInt(first + length - 1) * MICROS_OF_DAY
  return backfillLots({ from, to, grain, days, most })
}

describe('the lots of a backfill', () => {
  test('equal those of a naive day-by-day algorithm', () => {
    fc.assert(
      fc.property(ask, (asked) => {
        expect(lotsOf(asked)).toEqual(naiveLots(asked))
      }),
      { numRuns: RUNS },
    )
  })

  test('are not made when there are more than allowed', () => {
    fc.assert(
      fc.property(ask, fc.integer({ min: 1, max: 50 }), (asked, most) => {
        const lots = lotsOf(asked)!
        expect(lotsOf(asked, most)).toEqual(lots.length > most ? null : lots)
      }),
      { numRuns: RUNS },
    )
  })

  test('cut 181 days by 7 into 26, the last shorter', () => {
    const lots = lotsOf({ first: 11_323, length: 181, grain: 'DAY', days: 7 })!
    expect(lots).toHaveLength(26)
    expect(lots[0]).toEqual({ startPartition: '2001-01-01', endPartition: '2001-01-07' })
    expect(lots[25]).toEqual({ startPartition: '2001-06-25', endPartition: '2001-06-30' })
  })

  test('begin with the month that the first day is in', () => {
    expect(lotsOf({ first: 11_337, length: 40, grain: 'MONTH', days: 1 })).toEqual([
      { startPartition: '2001-01-01', endPartition: '2001-01-01' },
      { startPartition: '2001-02-01', endPartition: '2001-02-01' },
    ])
  })
})

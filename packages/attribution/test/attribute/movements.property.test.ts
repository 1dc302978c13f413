import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attribute } from '../../src/attribute/attribute.ts'
import { questionRequest } from '../../src/attribute/attribute-table.ts'
import { rankMetrics } from '../../src/attribute/rank-metrics.ts'
import { computeChangeChance, unusualChances } from '../../src/attribute/unusual-changes.ts'
import { createColumnarSource } from '../../src/columnar/source/columnar-source.ts'
import { earlierPairs } from '../../src/plan/earlier-windows.ts'
import type { AggregateSource } from '../../src/request/source.ts'

const DAY = (day: number) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)
const rows = fc.array(
  fc.record({
    day: fc.integer({ min: 0, max: 27 }),
    n: fc.integer({ min: -5, max: 100 }),
    d: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 40 },
)

/** Weeks from the fourth one back: the current one, the one it is compared with, and two before. */
function ask(list: readonly { day: number; n: number; d: number }[]) {
  const table = createColumnarSource({
    day: list.map(({ day }) => new Date(`${DAY(day)}T12:00:00Z`)),
    n: list.map(({ n }) => n),
    d: list.map(({ d }) => d),
  })
  const week = (from: number) => `[day] >= "${DAY(from)}" AND [day] < "${DAY(from + 7)}"`
  const request = (metric: Parameters<typeof questionRequest>[1]['metric']) =>
    questionRequest(table, {
      metric,
      dimensions: [],
      current: week(21),
      compare: week(14),
      time: { column: 'day', grain: 'DAY' },
    })
  const requests = [
    request({ sum: '[n]' }),
    request({ countRows: true }),
    request({ measures: { n: { sum: '[n]' }, d: { sum: '[d]' } }, formula: '[n] / [d]' }),
    request({ max: '[n]' }),
  ]
  let passes = 0
  const source: AggregateSource = {
    aggregate: (...asked) => {
      passes++
      return table.aggregate(...asked)
    },
  }
  return { source, requests, passes: () => passes }
}

describe('movements with a history', () => {
  test('have the values and changes of an attribution of each pair of windows, in one pass', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (list) => {
        const { source, requests, passes } = ask(list)
        const [first] = requests
        const pairs = earlierPairs(first!, 8)
        const metrics = requests.map(({ metric }, index) => ({ ...metric, name: `m${index}` }))
        const moved = await rankMetrics(source, { ...first!, metrics, history: pairs })
        expect(passes()).toBe(1)
        const begin = Math.min(...list.map(({ day }) => day))
        // Pairs of the weeks from day 14, 7 and 0, as far as the data reaches back.
        const known = pairs.slice(0, 2).filter((_, index) => begin <= 7 - 7 * index)
        for (const one of moved) {
          const own = requests[Number(one.metric.name.slice(1))]!
          const values = async (windows: (typeof pairs)[number]) => {
            const { tables } = await attribute(source, { ...own, windows, groupings: [] })
            const [row] = tables[0]!.table.objects() as Record<string, number | null>[]
            return [row?.['@currentValue'] ?? null, row?.['@compareValue'] ?? null]
          }
          expect([one.current, one.compare]).toEqual(await values(own.windows))
          const changes: number[] = []
          for (const windows of known) {
            const [current, compare] = await values(windows)
            if (current !== null && compare !== null) changes.push(current! - compare!)
          }
          expect(one.history).toBe(changes.length)
          if (changes.length < 3) expect([one.chance, one.unusual]).toEqual([null, null])
          if (changes.length === 0) expect(one.usual).toBe(null)
          else {
            const squares = changes.reduce((sum, change) => sum + change * change, 0)
            expect(one.usual).toBeCloseTo(Math.sqrt(squares / changes.length), 6)
          }
        }
      }),
      { numRuns: process.env.TRIBUTARY_LONG ? 500 : 30 },
    )
  })
})

describe('unusual changes', () => {
  // Two-sided 5 % and 1 % points of Student's distribution, from its tables.
  test.each([
    [1, 12.706, 0.05],
    [1, 63.657, 0.01],
    [2, 4.303, 0.05],
    [3, 3.182, 0.05],
    [5, 4.032, 0.01],
    [8, 2.306, 0.05],
    [8, 3.355, 0.01],
  ])('with %i changes before, one of %f times the usual has the chance %f', (count, t, chance) => {
    expect(computeChangeChance({ change: -t * 3, usual: 3, count })).toBeCloseTo(chance, 4)
  })

  test('are few where changes are as usual, however many metrics there are', () => {
    // A generator of normal numbers with a fixed seed.
    let state = 12345
    const uniform = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return (state + 0.5) / 2 ** 32
    }
    const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
    let alarms = 0
    for (let trial = 0; trial < 100; trial++) {
      const chances = Array.from({ length: 200 }, () => {
        const before = Array.from({ length: 8 }, normal)
        const usual = Math.hypot(...before) / Math.sqrt(8)
        return computeChangeChance({ change: normal(), usual, count: 8 })
      })
      alarms += Number(unusualChances(chances).includes(true))
    }
    // Each trial has one with a chance of 5 %.
    expect(alarms).toBeLessThanOrEqual(12)
  })

  test('are found among quiet ones; nothing is said of what is not known', () => {
    const quiet = Array.from({ length: 99 }, () =>
      computeChangeChance({ change: 1, usual: 1, count: 8 }),
    )
    const large = computeChangeChance({ change: 20, usual: 1, count: 8 })
    expect(unusualChances([large, null, ...quiet]).slice(0, 3)).toEqual([true, null, false])
    expect(unusualChances([computeChangeChance({ change: 0, usual: 0, count: 8 })])).toEqual([
      false,
    ])
    expect(unusualChances([computeChangeChance({ change: 1, usual: 0, count: 8 })])).toEqual([true])
    expect(unusualChances([null])).toEqual([null])
  })
})

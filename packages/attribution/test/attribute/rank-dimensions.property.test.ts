import { rankDimensions } from '@tributary/attribution'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const rows = fc.array(
  fc.record({
    contribution: fc.integer({ min: -50, max: 50 }),
    weight: fc.integer({ min: 0, max: 50 }),
  }),
  { minLength: 1, maxLength: 6 },
)
const changes = fc.integer({ min: -50, max: 50 }).filter((change) => change !== 0)

/** The best of all choices of at most three rows, each looked at. */
function bestExcess(
  chosen: readonly { readonly contribution: number; readonly weight: number }[],
  change: number,
): number {
  const whole = chosen.reduce((sum, { weight }) => sum + weight, 0)
  let best = 0
  for (let set = 0; set < 2 ** chosen.length; set++) {
    const some = chosen.filter((_, row) => (set >> row) % 2 === 1)
    if (some.length > 3) continue
    const share = some.reduce((sum, { contribution }) => sum + contribution / change, 0)
    const weight = some.reduce((sum, one) => sum + one.weight, 0)
    best = Math.max(best, share - (whole === 0 ? 0 : weight / whole))
  }
  return best
}

const asked = (dimension: string, one: Parameters<typeof bestExcess>[0]) => ({
  dimension,
  contributions: one.map(({ contribution }) => contribution),
  weights: one.map(({ weight }) => weight),
})

test('no three rows explain more than those that are chosen', () => {
  fc.assert(
    fc.property(rows, changes, (one, change) => {
      const [ranked] = rankDimensions([asked('a', one)], change)
      expect(ranked!.share - ranked!.expected).toBeCloseTo(bestExcess(one, change), 9)
      expect(ranked!.rows.length).toBeLessThanOrEqual(3)
    }),
  )
})

test('dimensions are sorted by their score: what they explain beyond the expected share and chance', () => {
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 5 }), changes, (tables, change) => {
      const ranked = rankDimensions(
        tables.map((one, index) => asked(String(index), one)),
        change,
      )
      expect(ranked.map(({ dimension }) => dimension).toSorted()).toEqual(
        tables.map((_, index) => String(index)),
      )
      const scores = ranked.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      for (const { share, expected, chance, score } of ranked) {
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(score).toBeCloseTo(share - expected - chance, 9)
      }
    }),
  )
})

test('a dimension along which all rows change in proportion explains nothing', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), (one, factor) => {
      const contributions = one.map(({ weight }) => weight * factor)
      const change = contributions.reduce((a, b) => a + b, 0)
      fc.pre(change !== 0)
      const weights = one.map(({ weight }) => weight)
      const [ranked] = rankDimensions([{ dimension: 'a', contributions, weights }], change)
      expect(ranked!.share - ranked!.expected).toBeCloseTo(0, 9)
    }),
  )
})

test('rows without a contribution explain nothing', () => {
  expect(rankDimensions([{ dimension: 'a', contributions: [null, null] }], 5)).toEqual([
    {
      dimension: 'a',
      rows: [],
      share: 0,
      expected: 0,
      chance: 0,
      mixShare: null,
      determines: false,
      score: 0,
    },
  ])
})

/** Numbers that look random, with a mean of 0. */
function scatter(count: number, seed: number): readonly number[] {
  let state = seed
  const numbers = Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647 - 0.5
  })
  const mean = numbers.reduce((sum, number) => sum + number, 0) / count
  return numbers.map((number) => number - mean)
}

test('thousands of groups that differ by chance come after one group that holds the change', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
      const weights = Array.from({ length: 2_400 }, () => 1)
      const contributions = scatter(2_400, seed).map((number) => 1 / 24 + 6 * number)
      const byCustomer = { dimension: 'customer', contributions, weights }
      const byCountry = { dimension: 'country', contributions: [80, 20], weights: [40, 60] }
      const [first, second] = rankDimensions([byCustomer, byCountry], 100)
      expect(first!.dimension).toBe('country')
      // Three of many groups hold a part of any change.
      expect(second!.share).toBeGreaterThan(0.05)
      expect(second!.chance).toBeGreaterThan(second!.share)
    }),
    { numRuns: 20 },
  )
})

test('a mix counts, and a dimension whose values determine the metric is last', () => {
  const change = 9
  const bySource = { dimension: 'source', contributions: [4, 5], rates: [0, -1], weights: [1, 1] }
  const byStatus = {
    dimension: 'status',
    contributions: [4.5, 4.5],
    rates: [0, 0],
    weights: [null, null],
    determines: true,
  }
  const byKind = { dimension: 'kind', contributions: [5, 4], rates: [5, 4], weights: [1, 1] }
  const ranked = rankDimensions([byStatus, byKind, bySource], change)
  expect(ranked.map(({ dimension }) => dimension)).toEqual(['source', 'kind', 'status'])
  expect(ranked.map(({ mixShare }) => mixShare)).toEqual([10 / 9, 0, 1])
})

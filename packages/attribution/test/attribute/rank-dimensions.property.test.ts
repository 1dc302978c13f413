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

test('dimensions are sorted by what they explain beyond the expected share', () => {
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 5 }), changes, (tables, change) => {
      const ranked = rankDimensions(
        tables.map((one, index) => asked(String(index), one)),
        change,
      )
      expect(ranked.map(({ dimension }) => dimension).toSorted()).toEqual(
        tables.map((_, index) => String(index)),
      )
      const excesses = ranked.map(({ share, expected }) => share - expected)
      for (let i = 1; i < excesses.length; i++) {
        expect(excesses[i]!).toBeLessThanOrEqual(excesses[i - 1]!)
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
    { dimension: 'a', rows: [], share: 0, expected: 0 },
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cuboid } from '../../../src/causes/leaves/lattice.ts'
import { COST, computeNamingCosts, costsByDepth } from '../../../src/causes/leaves/search-cost.ts'

/** All combinations of up to so many of some dimensions, the empty one first, with some segments each. */
const cuboids = fc
  .record({
    dimensions: fc.integer({ min: 1, max: 6 }),
    depth: fc.integer({ min: 1, max: 6 }),
    occupied: fc.infiniteStream(fc.integer({ min: 1, max: 1_000_000 })),
  })
  .map(({ dimensions, depth, occupied }): readonly Cuboid[] =>
    Array.from({ length: 2 ** dimensions }, (_, mask) => ({
      mask,
      dimensions: Array.from({ length: dimensions }, (__, at) => at).filter(
        (at) => mask & (1 << at),
      ),
    }))
      .filter((one) => one.dimensions.length <= depth)
      .map((one) => {
        const count = one.mask === 0 ? 1 : occupied.next().value!
        return { ...one, cells: count, occupied: count, cellOf: null }
      }),
  )

/** The share of all descriptions that the segments of a cuboid have, of such a cost each. */
function shareOf({ occupied }: Cuboid, cost: number): number {
  return occupied * Math.exp(COST - cost)
}

test('costs are lengths of a prefix code: the shares of all segments add up to 1', () => {
  fc.assert(
    fc.property(cuboids, (all) => {
      const costs = computeNamingCosts({ cuboids: all })
      const byDepth = costsByDepth({ cuboids: all })
      const sum = (of: readonly number[]) =>
        all.reduce((total, one, at) => total + shareOf(one, of[at]!), 0)
      expect(sum(costs)).toBeCloseTo(1, 9)
      expect(sum(byDepth)).toBeCloseTo(1, 9)
    }),
  )
})

test('each number of conditions has the same share of all segments', () => {
  fc.assert(
    fc.property(cuboids, (all) => {
      const costs = costsByDepth({ cuboids: all })
      const most = Math.max(...all.map(({ dimensions }) => dimensions.length))
      for (let conditions = 0; conditions <= most; conditions++) {
        const share = all.reduce(
          (total, one, at) =>
            one.dimensions.length === conditions ? total + shareOf(one, costs[at]!) : total,
          0,
        )
        expect(share).toBeCloseTo(1 / (most + 1), 9)
      }
    }),
  )
})

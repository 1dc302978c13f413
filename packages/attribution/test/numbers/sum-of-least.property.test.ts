import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumOfLeast } from '../../src/numbers/sorted-order.ts'

/** Whole numbers, so that sums in any order are the same; few of them, so that many are equal. */
const numbers = fc.oneof(
  fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 60 }),
  fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 200 }),
)

test('the sum of the least numbers is that of the first ones in ascending order', () => {
  fc.assert(
    fc.property(numbers, fc.nat(), (all, place) => {
      const count = 1 + (place % all.length)
      const expected = all
        .toSorted((a, b) => a - b)
        .slice(0, count)
        .reduce((sum, one) => sum + one, 0)
      expect(sumOfLeast(Float64Array.from(all), count)).toBe(expected)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addWeightedNumber,
  weightedMedian,
  weightedNumbers,
} from '../../../src/causes/noise/weighted-median.ts'

const pairs = fc.array(
  fc.tuple(
    fc
      .oneof(fc.integer({ min: -4, max: 4 }), fc.double({ noNaN: true, min: -1e9, max: 1e9 }))
      .map((one) => one + 0),
    // Powers of two, so that sums in any order are the same.
    fc.integer({ min: 0, max: 6 }).map((power) => 2 ** power),
  ),
  { maxLength: 60 },
)

test('the weighted median is the number at which half of the weight is passed, in ascending order', () => {
  fc.assert(
    fc.property(pairs, (all) => {
      const given = weightedNumbers(all.length)
      for (const [number, weight] of all) addWeightedNumber(given, number, weight)
      const half = all.reduce((sum, [, weight]) => sum + weight, 0) / 2
      let passed = 0
      let expected = 7
      for (const [number, weight] of all.toSorted(([a], [b]) => a - b)) {
        passed += weight
        expected = number
        if (passed >= half) break
      }
      expect(weightedMedian(given, 7)).toBe(expected)
    }),
  )
})

test('what is no number has no place', () => {
  fc.assert(
    fc.property(pairs, fc.nat(60), (all, place) => {
      const given = weightedNumbers(all.length + 1)
      const withNaN = all.toSpliced(place, 0, [Number.NaN, 1])
      for (const [number, weight] of withNaN) addWeightedNumber(given, number, weight)
      const alone = weightedNumbers(all.length)
      for (const [number, weight] of all) addWeightedNumber(alone, number, weight)
      expect(weightedMedian(given, 7)).toBe(weightedMedian(alone, 7))
    }),
  )
})

import { expect, test } from 'vitest'
import { roundRate } from '../../src/numbers/growth.ts'

test.each([
  [1.11111111111111, 1.1111111111],
  [0.00000000005, 0],
  [0.00000000015, 0.0000000002],
  [-0.00000000001, 0],
  [-0, 0],
  [1e21, 1e21],
])('rounds %d to %d', (rate, rounded) => {
  expect(roundRate(rate)).toBe(rounded)
})

test('is NaN for a rate that is not finite', () => {
  expect(roundRate(Number.NaN)).toBeNaN()
  expect(roundRate(Number.POSITIVE_INFINITY)).toBeNaN()
})

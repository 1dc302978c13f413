import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nthLargest } from '../../src/numbers/sorted-order.ts'

const number = fc.oneof(
  fc.double({ min: 0, noNaN: true }),
  fc.double({ min: 1, max: 1.001, noNaN: true }),
  fc.nat(3),
)

test('finds what sorting finds', () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 300 }), fc.nat(), (list, place) => {
      const numbers = Float64Array.from(list)
      const count = (place % list.length) + 1
      const expected = numbers.toSorted().at(-count)
      expect(nthLargest(numbers, count)).toBe(expected)
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 50_000 : 1_000 },
  )
})

test('counts the zeros', () => {
  expect(nthLargest(Float64Array.of(0, 0, 5, 0), 2)).toBe(0)
})

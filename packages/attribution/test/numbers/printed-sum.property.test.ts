import { runToEnd } from '@tributary/core/internal'
import { addDecimals, compareDecimals, numberToDecimal } from '@tributary/expression/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printedSum } from '../../src/numbers/printed-sum.ts'

const number = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.double({ min: -1e-5, max: 1e-5, noNaN: true }),
  fc.maxSafeInteger(),
  fc.integer({ min: -1e7, max: 1e7 }).map((units) => units / 1e4),
  fc.constantFrom(0, -0, 0.1, 0.3, 1e-7, 1e21, 2 ** 53, 5e-324, 999_999_999_999_999.9),
)

function sumOf(values: readonly number[]) {
  return values.map(numberToDecimal).reduce(addDecimals, { units: 0n, scale: 0 })
}

test('the sum is that of the decimals, added one by one as big integers', () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 50 }), (values) => {
      const withNothing = Float64Array.of(Number.NaN, ...values, Number.NaN)
      const sum = runToEnd(printedSum(withNothing))
      expect(compareDecimals(sum, sumOf(values))).toBe(0)
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 50_000 : 300 },
  )
})

// So many of them leave 2^53, each of its digits in another place.
test.each([999_999_999_999_999, 99_999_999_999.9999, 1.2345678901234567, 0.000012345678901234568])(
  'the sum of ten thousand times %d is exact',
  (value) => {
    const { units, scale } = numberToDecimal(value)
    const sum = runToEnd(printedSum(new Float64Array(10_000).fill(value)))
    expect(compareDecimals(sum, { units: units * 10_000n, scale })).toBe(0)
  },
)

import { runToEnd } from '@tributary/core/internal'
import { addDecimals, decimalToNumber, parseDecimal } from '@tributary/expression/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compensatedSum, compensatedSums } from '../../src/numbers/compensated-sum.ts'
import { exactSum } from '../../src/numbers/exact-sum.ts'

test('keeps what a plain sum of doubles loses', () => {
  expect(compensatedSum([1, 1e100, 1, -1e100])).toBe(2)
  expect(compensatedSum([])).toBe(0)
})

test('is infinite when a value is', () => {
  expect(compensatedSum([1, Number.POSITIVE_INFINITY, 2])).toBe(Number.POSITIVE_INFINITY)
})

test('is the exact sum but for one rounding', () => {
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 200 }), (values) => {
      const sum = compensatedSum(values.map((value) => value / 100))
      const exact = values
        .map((value) => parseDecimal(`${value}e-2`))
        .reduce(addDecimals, { units: 0n, scale: 0 })
      // Each value was rounded once when it became a double.
      const bound = values.reduce((total, value) => total + Math.abs(value), 0) * 1e-2 * 2 ** -52
      expect(Math.abs(sum - decimalToNumber(exact))).toBeLessThanOrEqual(bound)
    }),
  )
})

test('sums contributions and their sizes, those that are not defined as 0', () => {
  const number = fc.oneof(fc.double({ min: -1e12, max: 1e12 }), fc.integer())
  fc.assert(
    fc.property(fc.array(number, { maxLength: 100 }), (values) => {
      const known = values.map((value) => value || 0)
      const { sum, sizes } = runToEnd(compensatedSums(Float64Array.from(values)))
      expect(sizes).toBe(compensatedSum(known.map(Math.abs)))
      const cancels = Math.abs(compensatedSum(known)) < 1e-3 * sizes
      expect(sum).toBe((cancels ? exactSum : compensatedSum)(known))
    }),
  )
})

test('a sum of contributions that cancel is the same in any order', () => {
  const number = fc.oneof(fc.double({ min: -1e3, max: 1e3, noNaN: true }), fc.constantFrom(1e-7, 1))
  fc.assert(
    fc.property(fc.array(number, { maxLength: 8 }), fc.nat(), (values, at) => {
      const sumOf = (list: readonly number[]) =>
        runToEnd(compensatedSums(Float64Array.from(list))).sum
      const large = [...values, 1e16, -1e16]
      const turned = [...large.slice(at % large.length), ...large.slice(0, at % large.length)]
      expect(sumOf(turned)).toBe(sumOf(large))
      expect(sumOf(large.toReversed())).toBe(sumOf(large))
    }),
  )
})

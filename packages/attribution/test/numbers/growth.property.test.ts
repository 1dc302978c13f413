import { decimalText, numberToDecimal } from '@tributary/expression/internal'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { test } from 'vitest'
import { growthRateText, growthText, plainText, roundRate } from '../../src/numbers/growth.ts'

// Wide enough that no operation of the oracle on doubles rounds.
const Wide = Decimal.clone({
  precision: 1400,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  maxE: 9e15,
  minE: -9e15,
})

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, 1e-300, 1e21, -1e21, 2 ** 53, 2 ** 60, 0.1, 0.3, 5e-324),
  fc.integer({ min: -10_000, max: 10_000 }).map((cents) => cents / 100),
)

const withoutSign = (text: string): string => (text === '-0' ? '0' : text)

test('growth is the decimal difference of the numbers as printed', () => {
  fc.assert(
    fc.property(number, number, (current, compare) => {
      const expected = new Wide(current).minus(new Wide(compare)).toFixed()
      return growthText(current, compare) === withoutSign(expected)
    }),
    { numRuns: 500 },
  )
})

test('a plain text is the number as printed, without an exponent', () => {
  fc.assert(
    fc.property(number, (value) => {
      return plainText(value) === withoutSign(new Wide(value).toFixed())
    }),
    { numRuns: 500 },
  )
})

test('growth rate is the decimal quotient, ten digits, halves to even', () => {
  fc.assert(
    fc.property(number, number, (current, compare) => {
      fc.pre(compare !== 0)
      const base = new Wide(compare)
      const quotient = new Wide(current).minus(base).div(base)
      const expected = quotient.toDecimalPlaces(10, Decimal.ROUND_HALF_EVEN).toFixed()
      return growthRateText(current, compare) === withoutSign(expected)
    }),
    { numRuns: 500 },
  )
})

test('rates round like decimals, ten digits, halves to even', () => {
  fc.assert(
    fc.property(number, (rate) => {
      const expected = new Wide(rate).toDecimalPlaces(10, Decimal.ROUND_HALF_EVEN).toNumber()
      return Object.is(roundRate(rate), expected + 0)
    }),
    { numRuns: 500 },
  )
})

test('the text of a number is the number', () => {
  fc.assert(
    fc.property(number, (value) => {
      return Number(decimalText(numberToDecimal(value))) === value
    }),
    { numRuns: 500 },
  )
})

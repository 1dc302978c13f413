import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logGamma, negativeBinomialNats } from '../../../src/causes/noise/negative-binomial.ts'

test('the gamma function follows its recurrence and has factorials', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e6, noNaN: true }), (value) => {
      const expected = Math.log(value) + logGamma(value)
      expect(logGamma(value + 1) - expected).toBeCloseTo(0, 6)
    }),
  )
  expect(Math.exp(logGamma(6))).toBeCloseTo(120, 6)
  expect(Math.exp(logGamma(0.5))).toBeCloseTo(Math.sqrt(Math.PI), 8)
})

test('the probabilities of all counts add up to 1, with the mean and the variance of the distribution', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 20, noNaN: true }),
      fc.double({ min: 0.5, max: 200, noNaN: true }),
      (mean, shape) => {
        let [total, first, second, logFactorial] = [0, 0, 0, 0]
        for (let count = 0; count < 3_000; count++) {
          if (count > 0) logFactorial += Math.log(count)
          const probability = Math.exp(negativeBinomialNats(count, mean, shape) - logFactorial)
          total += probability
          first += count * probability
          second += count * count * probability
        }
        expect(total).toBeCloseTo(1, 6)
        expect(first / mean).toBeCloseTo(1, 4)
        expect((second - first * first) / (mean + (mean * mean) / shape)).toBeCloseTo(1, 3)
      },
    ),
    { numRuns: 20 },
  )
})

import { runToEnd } from '@tributary/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { usualDeviations } from '../../../src/causes/noise/usual-likelihood.ts'

const deviations = fc
  .record({
    spread: fc.integer({ min: 1, max: 8000 }),
    parts: fc.array(fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.boolean()), {
      minLength: 1,
      maxLength: 300,
    }),
  })
  .map(({ spread, parts }) =>
    Int16Array.from(parts, ([part, isFar]) => {
      const steps = Math.round((part / 1000) * spread * (isFar ? 4 : 1))
      return Math.max(-32_767, Math.min(32_767, steps))
    }),
  )

test('the variance equals the variance of the estimated likelihoods', () => {
  fc.assert(
    fc.property(deviations, (given) => {
      const { likelihoods, variance } = runToEnd(usualDeviations(given))
      let [mass, square] = [0, 0]
      for (const [steps, likelihood] of likelihoods.entries()) {
        mass += Math.exp(likelihood)
        square += Math.exp(likelihood) * steps * steps
      }
      expect(variance / (square / mass)).toBeCloseTo(1, 5)
    }),
  )
})

test('a deviation of any size has a likelihood above zero', () => {
  fc.assert(
    fc.property(deviations, (given) => {
      const { likelihoods } = runToEnd(usualDeviations(given))
      expect(likelihoods.every((one) => one >= -80)).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyNumbers } from '../../../src/columnar/kernels/key-numbers.ts'

test('keys are numbered as by a Map, while the table grows', () => {
  const spread = fc.constantFrom(1, 4_096, 2 ** 31 + 1, 2 ** 40 + 3)
  fc.assert(
    fc.property(spread, fc.integer({ min: 1, max: 2 ** 31 }), fc.nat(9_000), (step, seed, room) => {
      const numbers = createKeyNumbers(room)
      const known = new Map<number, number>()
      let random = seed
      for (let at = 0; at < 150_000; at++) {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
        const key = (random % 120_000) * step
        if (numbers.placeOf(key) !== (known.get(key) ?? -1)) expect.fail(`place of ${key}`)
        const number = known.get(key) ?? known.size
        known.set(key, number)
        if (numbers.numberOf(key) !== number) expect.fail(`number of ${key}`)
      }
      expect(numbers.size()).toBe(known.size)
      expect(numbers.keys()).toEqual(Float64Array.from(known.keys()))
    }),
    { numRuns: 5 },
  )
})

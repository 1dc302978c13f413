import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runToEnd } from '../src/slices.ts'
import { sortInSlices } from '../src/sort-in-slices.ts'

test('gives what a stable sort at once gives', () => {
  const sizes = fc.constantFrom(0, 1, 2, 1_023, 1_024, 1_025, 3_000, 9_000)
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 5_000 }), fc.integer(), (size, distinct, seed) => {
      const items = Array.from({ length: size }, (_, place) => {
        const key = Math.abs(Math.imul(seed ^ place, 2_654_435_761) >> 7) % distinct
        return { key, place }
      })
      const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key
      expect(runToEnd(sortInSlices(items, compare))).toEqual(items.toSorted(compare))
    }),
    { numRuns: 40 },
  )
})

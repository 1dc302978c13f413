import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LongList } from '../src/long-list.ts'
import { runToEnd } from '../src/slices.ts'

test('a long list gives its items in order and is empty afterwards', () => {
  const counts = fc.oneof(fc.nat(10), fc.constantFrom(4_095, 4_096, 4_097, 8_192), fc.nat(20_000))
  fc.assert(
    fc.property(fc.array(counts, { minLength: 1, maxLength: 3 }), (rounds) => {
      const list = new LongList<number>()
      for (const count of rounds) {
        for (let item = 0; item < count; item++) list.push(item)
        expect(list.length).toBe(count)
        expect(runToEnd(list.take())).toEqual(Array.from({ length: count }, (_, item) => item))
        expect(list.length).toBe(0)
      }
    }),
    { numRuns: 30 },
  )
})

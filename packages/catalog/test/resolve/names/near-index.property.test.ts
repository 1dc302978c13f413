import { nearNames } from '@tributary/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createNearIndex } from '../../../src/resolve/names/near-index.ts'

// Few characters, so that names are near one another; one that folding takes away, one outside the BMP.
const name = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', 'A', '_', ' ', 'ß', '😀'),
  maxLength: 12,
})
const long = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 25, maxLength: 45 })

describe('an index of names', () => {
  const numRuns = process.env.TRIBUTARY_LONG ? 50_000 : 500
  test('finds what comparing with each name finds', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(name, long)), fc.oneof(name, long), (names, wanted) => {
        expect(createNearIndex(names).near(wanted)).toEqual(nearNames(wanted, names))
      }),
      { numRuns },
    )
  })

  test('finds the same among the names that are accepted', () => {
    fc.assert(
      fc.property(fc.array(name), name, fc.func(fc.boolean()), (names, wanted, accepts) => {
        const accepted = names.filter((one) => accepts(one))
        const found = createNearIndex(names).near(wanted, (one) => accepts(one))
        expect(found).toEqual(nearNames(wanted, accepted))
      }),
      { numRuns },
    )
  })

  test('finds the same near each of many names of a kind', () => {
    const words = ['order', 'return', 'visit', 'amount', 'count', 'delay']
    const names = Array.from(
      { length: 2_000 },
      (_, i) => `${words[i % 3]}_${words[3 + (i % 3)]}_${i}`,
    )
    const index = createNearIndex(names)
    for (const wanted of [
      'ordr_amount_12',
      'visitdelay5',
      'return',
      'cuont_1',
      'order_amount_00012',
      '',
    ]) {
      expect(index.near(wanted)).toEqual(nearNames(wanted, names))
    }
  })
})

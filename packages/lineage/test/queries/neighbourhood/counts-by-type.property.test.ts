import { VERTEX_TYPES } from '@tributary/lineage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countsByType } from '../../../src/queries/neighbourhood/totals.ts'

test('gives the counts of the types that are there, in their order, and of no others', () => {
  const anyCounts = fc.array(fc.nat(3), {
    minLength: VERTEX_TYPES.length,
    maxLength: VERTEX_TYPES.length,
  })
  fc.assert(
    fc.property(
      anyCounts.filter((counts) => counts.some(Boolean)),
      (counts) => {
        const present = counts.reduce((bits, count, type) => bits | (count > 0 ? 1 << type : 0), 0)
        const expected = VERTEX_TYPES.map((type, i) => [type, counts[i]!] as const).filter(
          ([, count]) => count > 0,
        )
        expect(Object.entries(countsByType(Uint32Array.from(counts), present))).toEqual(expected)
      },
    ),
  )
})

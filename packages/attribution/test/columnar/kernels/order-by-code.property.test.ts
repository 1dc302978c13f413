import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderByCode } from '../../../src/columnar/kernels/distinct.ts'

const size = fc.oneof(
  fc.integer({ min: 1, max: 5 }),
  fc.constantFrom(2 ** 11 - 1, 2 ** 11, 2 ** 11 + 1, 2 ** 22, 2 ** 22 + 1, 2 ** 31, 2 ** 32 - 1),
  fc.integer({ min: 1, max: 2 ** 32 - 1 }),
)
const sizeAndCodes = size.chain((most) =>
  fc.tuple(
    fc.constant(most),
    fc.array(
      fc.oneof(
        fc.integer({ min: 0, max: most - 1 }),
        // Few values, so that rows share them, and those at the ends.
        fc.constantFrom(0, most - 1, (most - 1) >>> 1, (most - 1) >>> 12),
      ),
      { maxLength: 60 },
    ),
  ),
)

test('rows are ordered by code, and those of one code stay as they were', () => {
  fc.assert(
    fc.property(sizeAndCodes, ([most, codes]) => {
      const rows = codes.map((_, index) => index * 7 + 1)
      const expected = codes
        .map((code, index) => ({ code, row: rows[index]! }))
        .sort((a, b) => a.code - b.code)
      const sorted = orderByCode(
        { rows: Uint32Array.from(rows), codes: Uint32Array.from(codes) },
        most,
      )
      expect([...sorted.codes]).toEqual(expected.map(({ code }) => code))
      expect([...sorted.rows]).toEqual(expected.map(({ row }) => row))
    }),
    { numRuns: 300 },
  )
})

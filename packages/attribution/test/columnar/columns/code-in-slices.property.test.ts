import { runToEnd } from '@tributary/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeColumn, codeColumnInSlices } from '../../../src/columnar/columns/code-column.ts'
import { loadTable } from '../../../src/columnar/load/load-table.ts'

const number = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
  fc.constantFrom(2 ** 30, 2 ** 45, -(2 ** 45), null),
)
const values = fc.oneof(
  fc.array(number, { maxLength: 60 }),
  fc.array(fc.oneof(number, fc.double({ noNaN: true, noDefaultInfinity: true })), {
    maxLength: 60,
  }),
)

test('encoding a column in slices gives the same codes as encoding it at once', () => {
  fc.assert(
    fc.property(values, (x) => {
      const column = loadTable({ x }, { name: 'table' }).columns.get('x')!
      expect(runToEnd(codeColumnInSlices(column))).toEqual(codeColumn(column))
    }),
    { numRuns: 300 },
  )
})

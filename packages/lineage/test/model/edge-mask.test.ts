import { expect, test } from 'vitest'
import { listEdgeTypes, toEdgeTypeMask } from '../../src/model/edge.ts'

test.each([
  [0, []],
  [1, ['COLUMN_IMPACT']],
  [2, ['TABLE_IMPACT']],
  [3, ['COLUMN_IMPACT', 'TABLE_IMPACT']],
])('mask %i holds %j', (mask, types) => {
  expect(listEdgeTypes(mask)).toEqual(types)
  expect(types.reduce((sum, type) => sum | toEdgeTypeMask(type as 'COLUMN_IMPACT'), 0)).toBe(mask)
})

test('ignores bits that mean nothing', () => {
  expect(listEdgeTypes(4)).toEqual([])
  expect(listEdgeTypes(5)).toEqual(['COLUMN_IMPACT'])
})

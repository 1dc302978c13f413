import { table } from 'arquero'
import { expect, test } from 'vitest'
import { columnType } from '../../src/columnar/column-type.ts'

test.each([
  ['INT', [1, null, 2n]],
  ['DOUBLE', [1, 2.5, Number.NaN]],
  ['STRING', [undefined, 'a']],
  ['BOOLEAN', [false]],
  ['TIMESTAMP', [new Date(0)]],
  ['NULL', [null, undefined]],
  ['NULL', []],
])('is %s for %o', (type, values) => {
  expect(columnType(table({ c: values }), 'c')).toBe(type)
})

test.each([[[1, 'a']], [[true, 1]], [[new Date(0), 1]], [['a', {}]]])(
  'refuses %o, whose values disagree',
  (values) => {
    expect(() => columnType(table({ c: values }), 'c')).toThrow(
      expect.objectContaining({
        code: 'ATTRIBUTION_COLUMN_TYPE',
        details: expect.objectContaining({ row: 1 }),
      }),
    )
  },
)

import type { Value, ValueType } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { toColumnValue } from '../../src/columnar/column-value.ts'

const cell = { column: 'c', row: 3 }

describe('toColumnValue', () => {
  test.each<[ValueType, unknown, Value]>([
    ['BOOLEAN', true, true],
    ['STRING', '', ''],
    ['INT', 7, 7n],
    ['INT', 2n ** 60n, 2n ** 60n],
    ['DOUBLE', 0.5, 0.5],
    ['DOUBLE', 3n, 3],
    ['DECIMAL', 1.1, 1.1],
    ['DATE', new Date('1970-01-02T23:00:00Z'), 1],
    ['DATE', -1, -1],
    ['DATE', '2001-05-01', 11443],
    ['TIMESTAMP', new Date('1970-01-01T00:00:01Z'), 1_000_000n],
    ['TIMESTAMP', 0.5, 500n],
    ['TIMESTAMP', -0.25, -250n],
    ['TIMESTAMP', new Date(8.64e15), 8_640_000_000_000_000_000n],
    ['TIMESTAMP', '1970-01-01 00:00:01', 1_000_000n],
    ['NULL', null, null],
  ])('takes %s %o', (type, raw, value) => {
    expect(toColumnValue(raw, type, cell)).toBe(value)
  })

  test.each([null, undefined, Number.NaN])('takes %o as NULL', (raw) => {
    expect(toColumnValue(raw, 'INT', cell)).toBeNull()
  })

  test.each<[ValueType, unknown]>([
    ['BOOLEAN', 1],
    ['STRING', 1],
    ['INT', 1.5],
    ['INT', '1'],
    ['DOUBLE', '1'],
    ['DATE', 'soon'],
    ['TIMESTAMP', new Date(Number.NaN)],
    ['TIMESTAMP', true],
  ])('refuses %s %o and says where it stands', (type, raw) => {
    expect(() => toColumnValue(raw, type, cell)).toThrow(
      expect.objectContaining({
        code: 'ATTRIBUTION_COLUMN_TYPE',
        details: { column: 'c', row: 3, expected: type },
      }),
    )
  })
})

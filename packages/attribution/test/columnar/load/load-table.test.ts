import { type ColumnTable, desc, table } from 'arquero'
import { describe, expect, test } from 'vitest'
import type { ColumnType } from '../../../src/columnar/columns/column.ts'
import { readValue } from '../../../src/columnar/columns/read-value.ts'
import { loadTable } from '../../../src/columnar/load/load-table.ts'
import type { TableData } from '../../../src/columnar/load/table-data.ts'

const load = (data: TableData, types: Readonly<Record<string, ColumnType>> = {}) =>
  loadTable(data, { name: 'data', types })

function valuesOf(data: TableData, column: string, types?: Readonly<Record<string, ColumnType>>) {
  const { columns, rowCount } = load(data, types)
  return Array.from({ length: rowCount }, (_, row) => readValue(columns.get(column)!, row))
}

const shops = { shop: ['b', null, 'a', 'b'], amount: [1, 2.5, null, -3] }

describe('loadTable', () => {
  test.each<[string, TableData]>([
    ['columns by name', shops],
    ['an arquero table', table(shops)],
    ['rows', shops.shop.map((shop, row) => ({ shop, amount: shops.amount[row] }))],
    ['the bytes of an Arrow file', table(shops).toArrowIPC({ format: 'file' }) as Uint8Array],
    ['the bytes of an Arrow stream', table(shops).toArrowIPC() as Uint8Array],
    ['an Arrow table', table(shops).toArrow() as unknown as TableData],
  ])('takes %s', (_, data) => {
    expect(valuesOf(data, 'shop')).toEqual(['b', null, 'a', 'b'])
    expect(valuesOf(data, 'amount')).toEqual([1, 2.5, null, -3])
  })

  test('takes a table as it is filtered and ordered', () => {
    const some = table(shops)
      .filter((row: { amount: number }) => row.amount > 0)
      .orderby(desc('amount')) as ColumnTable
    expect(valuesOf(some, 'amount')).toEqual([2.5, 1])
  })

  test('takes codes and units as they are', () => {
    const data: TableData = {
      shop: { kind: 'texts', codes: Uint8Array.of(1, 0, 3, 2), dictionary: ['b', 'a', null] },
      price: {
        kind: 'numbers',
        type: 'DECIMAL',
        scale: 2,
        values: Float64Array.of(1, Number.NaN, -250, 0),
      },
      day: { kind: 'numbers', type: 'DATE', values: Int32Array.of(3, 1, 2, -5) },
      at: { kind: 'numbers', type: 'TIMESTAMP', values: [7n, null, 2n ** 57n, -1n] },
    }
    expect(valuesOf(data, 'shop')).toEqual(['a', 'b', null, null])
    expect(valuesOf(data, 'price')).toEqual([
      { units: 1n, scale: 2 },
      null,
      { units: -250n, scale: 2 },
      { units: 0n, scale: 2 },
    ])
    expect(valuesOf(data, 'day')).toEqual([3, 1, 2, -5])
    expect(valuesOf(data, 'at')).toEqual([7n, null, 2n ** 57n, -1n])
  })

  test.each<[ColumnType, readonly unknown[], readonly unknown[]]>([
    ['INT', [1, null, 2n], [1n, null, 2n]],
    ['DOUBLE', [1, 2.5, Number.NaN, Infinity], [1, 2.5, null, null]],
    ['DOUBLE', [1e100, 1], [1e100, 1]],
    ['STRING', [undefined, 'a', '😀'], [null, 'a', '😀']],
    ['BOOLEAN', [false, null], [false, null]],
    ['TIMESTAMP', [new Date(1)], [1000n]],
    ['DECIMAL', [{ units: 5n, scale: 1 }], [{ units: 5n, scale: 1 }]],
  ])('reads %s from what the values are', (type, values, expected) => {
    const { columns } = load({ c: values })
    expect(columns.get('c')!.type).toBe(type)
    expect(valuesOf({ c: values }, 'c')).toEqual(expected)
  })

  test.each<[ColumnType, readonly unknown[], readonly unknown[]]>([
    ['DATE', ['1969-12-31', '2024-02-29 23:59:00', new Date(0), null], [-1, 19_782, 0, null]],
    ['TIMESTAMP', ['2001-05-01 00:00:00.000007', 1.5], [988_675_200_000_007n, 1500n]],
    ['DECIMAL', [1.25, 3, null], [{ units: 125n, scale: 2 }, { units: 300n, scale: 2 }, null]],
    ['DOUBLE', [1n, 2], [1, 2]],
    ['STRING', [null, null], [null, null]],
    ['BOOLEAN', [null], [null]],
  ])('reads %s where that is said', (type, values, expected) => {
    expect(valuesOf({ c: values }, 'c', { c: type })).toEqual(expected)
  })

  test('counts NaN and infinities of number columns as lost', () => {
    const { lost } = load({ a: [1, Number.NaN, -Infinity], b: [1, 2, 3] })
    expect([...lost]).toEqual([['a', 2]])
  })

  test('gives codes the smallest array that fits', () => {
    const codesOf = (count: number) => {
      const column = load({ c: Array.from({ length: count }, (_, row) => `t${row}`) }).columns.get(
        'c',
      )!
      return column.kind === 'coded' ? column.codes.BYTES_PER_ELEMENT : null
    }
    expect([255, 256, 65_535, 65_536].map(codesOf)).toEqual([1, 2, 2, 4])
  })

  test.each<[string, TableData, Readonly<Record<string, ColumnType>>, object]>([
    [
      'columns of unequal length',
      { a: [1], b: [1, 2] },
      {},
      { code: 'ATTRIBUTION_UNEQUAL_COLUMNS' },
    ],
    ['mixed values', { a: [1, 'x'] }, {}, { code: 'ATTRIBUTION_COLUMN_TYPE', details: { row: 1 } }],
    ['an object', { a: ['x', {}] }, {}, { code: 'ATTRIBUTION_COLUMN_TYPE', details: { row: 1 } }],
    ['a text that is no day', { a: ['soon'] }, { a: 'DATE' }, { code: 'ATTRIBUTION_COLUMN_TYPE' }],
    ['a fraction of an INT', { a: [1.5] }, { a: 'INT' }, { code: 'ATTRIBUTION_COLUMN_TYPE' }],
    ['more than 64 bits', { a: [1n, 2n ** 63n] }, {}, { code: 'ATTRIBUTION_NUMBER_RANGE' }],
    ['a type for no column', { a: [1] }, { b: 'INT' }, { code: 'ATTRIBUTION_UNKNOWN_COLUMN' }],
    ['bytes that are not Arrow', new Uint8Array(100), {}, { code: 'ATTRIBUTION_TABLE_DAMAGED' }],
    [
      'units that are not whole',
      { a: { kind: 'numbers', type: 'INT', values: Float64Array.of(1, 0.5) } },
      {},
      { code: 'ATTRIBUTION_COLUMN_TYPE' },
    ],
  ])('refuses %s', (_, data, types, error) => {
    expect(() => load(data, types)).toThrow(
      expect.objectContaining({
        ...error,
        ...('details' in error && { details: expect.objectContaining(error.details as object) }),
      }),
    )
  })

  test('stops where the columns take more than they may', () => {
    const data = { a: [1, 2, 3], b: ['x', 'y', 'z'] }
    expect(() => loadTable(data, { name: 'data', maxBytes: 50 })).toThrow(
      expect.objectContaining({
        code: 'ATTRIBUTION_MEMORY_BUDGET',
        details: expect.objectContaining({ table: 'data', maxBytes: 50 }),
      }),
    )
    expect(loadTable(data, { name: 'data', maxBytes: 200 }).rowCount).toBe(3)
  })

  test('counts NaN and infinities as lost, and not the NULLs of a list', () => {
    const doubles = { kind: 'numbers', type: 'DOUBLE', values: [1n, null] } as const
    const infinite = Float64Array.of(1, Infinity)
    const { lost } = loadTable({ doubles, infinite, mixed: [null, Number.NaN] }, { name: 'data' })
    expect(Object.fromEntries(lost)).toEqual({ infinite: 1, mixed: 1 })
  })
})

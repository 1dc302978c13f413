import { expect, test } from 'vitest'
import { heaviestRows, orderRows } from '../../src/tables/order-rows.ts'

test('orders by rate, highest first, nulls last, then by keys', () => {
  const order = orderRows({
    rowCount: 6,
    rates: [null, -1, 0.5, 0.5, null, 2],
    keys: [
      ['b', 'x', 'z', 'a', 'a', 'y'],
      ['1', '1', '1', '1', '1', '1'],
    ],
  })
  expect(order).toEqual([5, 3, 2, 1, 4, 0])
})

test('keeps the heaviest rows, of equal ones the first by key', () => {
  expect(heaviestRows([1, 3, 2, 2], [['a', 'b', 'd', 'c']], 2)).toEqual([1, 3])
})

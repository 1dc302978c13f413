import { runToEnd } from '@tributary/core/internal'
import { expect, test } from 'vitest'
import { roundRate } from '../../src/numbers/growth.ts'
import { orderRows, rowsOfLargestSize } from '../../src/tables/order-rows.ts'
import { keyOrder } from '../../src/tables/row-keys.ts'

test('orders by rate, highest first, rows without one last, then by keys', () => {
  const order = runToEnd(
    orderRows({
      rows: Uint32Array.of(0, 1, 2, 3, 4, 5),
      rates: Float64Array.of(Number.NaN, -1, 0.5, 0.5, Number.NaN, 2),
      keys: {
        columns: [
          ['b', 'x', 'z', '(', null, 'y'],
          ['1', '1', '1', '1', '1', '1'],
        ],
      },
    }),
  )
  expect(order).toEqual(Uint32Array.of(5, 3, 2, 1, 4, 0))
})

test.each([true, false])('puts the value (null) before the group without a value', (ordered) => {
  for (const names of [
    ['(null)', null],
    [null, '(null)'],
  ]) {
    const order = runToEnd(
      orderRows({
        rows: Uint32Array.of(0, 1),
        rates: Float64Array.of(1, 1),
        keys: { columns: [names], ordered },
      }),
    )
    expect(Array.from(order, (row) => names[row])).toEqual(['(null)', null])
  }
})

test('keeps the heaviest rows, of equal ones the first by key', () => {
  expect(
    runToEnd(
      rowsOfLargestSize(
        Float64Array.of(1, 3, 2, 2),
        keyOrder({ columns: [['a', 'b', 'd', 'c']] }),
        2,
      ),
    ),
  ).toEqual(Uint32Array.of(1, 3))
})

test.each([1, 1e-10, 0.000123, 1e7, 1e20])(
  'orders very many rows with rates around %d as it orders few',
  (size) => {
    const rates = Float64Array.from({ length: 5_000 }, (_, row) =>
      row % 7 === 0 ? Number.NaN : roundRate((((row * 7919) % 40) - 20) * size)!,
    )
    const names = Array.from(rates, (_, row) => `key ${(row * 104_729) % 997}`)
    const expected = Array.from(rates.keys()).sort((a, b) => {
      const [left, right] = [rates[a]!, rates[b]!]
      if (Number.isNaN(left) !== Number.isNaN(right)) return Number.isNaN(left) ? 1 : -1
      if (left !== right && !Number.isNaN(left)) return right - left
      return names[a]! < names[b]! ? -1 : Number(names[a] !== names[b])
    })
    const keys = { columns: [names] }
    const rows = Uint32Array.from(rates.keys())
    expect(Array.from(runToEnd(orderRows({ rows, rates, keys })))).toEqual(expected)
  },
)

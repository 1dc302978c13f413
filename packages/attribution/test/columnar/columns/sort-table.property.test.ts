import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readValue } from '../../../src/columnar/columns/read-value.ts'
import { sortedOrder } from '../../../src/numbers/sorted-order.ts'
import { rows, tableOf } from '../support/random-table.ts'

const double = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(0, 1, -1, 2 ** 53, -(2 ** 53), Number.MIN_VALUE, Number.NaN, Infinity, -Infinity),
  fc.integer({ min: -3, max: 3 }),
)

const whole = fc.oneof(
  fc.integer(),
  fc.integer({ min: 0, max: 5000 }),
  fc.constantFrom(Number.NaN, 0, 2 ** 32 - 2, 2 ** 32 - 1),
)

test('orders doubles like a comparison does, NaN last and equal ones as they were', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(double), fc.array(whole)), (values) => {
      const positive = values.map((value) => value + 0)
      const expected = positive
        .map((value, row) => ({ value, row }))
        .sort((a, b) => {
          if (Number.isNaN(a.value) || Number.isNaN(b.value)) {
            return Number(Number.isNaN(a.value)) - Number(Number.isNaN(b.value)) || a.row - b.row
          }
          return a.value < b.value ? -1 : a.value > b.value ? 1 : a.row - b.row
        })
      expect([...sortedOrder(Float64Array.from(positive))]).toEqual(expected.map(({ row }) => row))
    }),
  )
})

test('sorts whole rows by a time, those without one last', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom('at' as const, 'd' as const), (data, time) => {
      const sorted = tableOf(data, time)
      const order = data
        .map((row, index) => ({ time: row[time] as bigint | number | null, index }))
        .sort((a, b) => {
          if (a.time === null || b.time === null) {
            return Number(a.time === null) - Number(b.time === null) || a.index - b.index
          }
          return a.time < b.time ? -1 : a.time > b.time ? 1 : a.index - b.index
        })
      const texts = data.map((_, row) => readValue(sorted.columns.get('s')!, row))
      expect(texts).toEqual(order.map(({ index }) => data[index]!.s))
      const present = data.filter((row) => row[time] !== null).length
      expect(sorted.sorted).toEqual({ column: time, present })
    }),
  )
})

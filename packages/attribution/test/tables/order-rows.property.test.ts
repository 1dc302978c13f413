import { runToEnd } from '@tributary/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareCodePoints } from '../../src/numbers/code-points.ts'
import { roundRate } from '../../src/numbers/growth.ts'
import { rowNumbers } from '../../src/numbers/sorted-order.ts'
import { orderRows, rowsOfLargestSize } from '../../src/tables/order-rows.ts'
import { keyOrder, NULL_TEXT, type RowKeys } from '../../src/tables/row-keys.ts'

const numRuns = process.env.TRIBUTARY_LONG ? 5_000 : 200

const text = fc.string({ unit: fc.constantFrom('a', 'b', '(', 'z', '😀'), maxLength: 3 })
const key = fc.option(
  fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constant(NULL_TEXT) }),
)
/** Keys without doubles; those without NULL ascend where the groups are said to be ordered. */
const keys: fc.Arbitrary<RowKeys> = fc
  .tuple(fc.uniqueArray(fc.tuple(key, key), { maxLength: 400, selector: String }), fc.boolean())
  .map(([pairs, ordered]) => {
    const whole = pairs.filter(([a, b]) => a !== null && b !== null)
    if (ordered) {
      whole.sort(([a, b], [c, d]) => compareCodePoints(a!, c!) || compareCodePoints(b!, d!))
    }
    const rows = pairs.map((pair) => (ordered && !pair.includes(null) ? whole.shift()! : pair))
    const columns = [rows.map(([a]) => a), rows.map(([, b]) => b)]
    return { columns, ordered }
  })

/** Few different ones, so that many rows are equal; and some that no double holds as a whole unit. */
const rateLists = fc.constantFrom(
  fc.integer({ min: -3, max: 3 }).map((units) => units / 1e10),
  fc.maxSafeNat().map((units) => roundRate(units / 1e13)),
  fc.constantFrom(0, -0.5, 0.25, Number.NaN),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(roundRate),
  fc.double({ min: -2, max: 2, noNaN: true }).map(roundRate),
)

function byTexts({ columns }: RowKeys): (a: number, b: number) => number {
  return (a, b) => {
    for (const column of columns) {
      const order = compareCodePoints(column[a] ?? NULL_TEXT, column[b] ?? NULL_TEXT)
      if (order !== 0) return order
      const isNull = (row: number) => Number((column[row] ?? null) === null)
      if (isNull(a) !== isNull(b)) return isNull(a) - isNull(b)
    }
    return a - b
  }
}

const numbersOf = (keys: RowKeys) =>
  rateLists.chain((rate) =>
    fc.array(rate, { minLength: keys.columns[0]!.length, maxLength: keys.columns[0]!.length }),
  )
const withNumbers = keys.chain((one) => fc.tuple(fc.constant(one), numbersOf(one)))

test('rows are ordered as by comparing rates, then texts', () => {
  fc.assert(
    fc.property(withNumbers, ([keys, list]) => {
      const rates = Float64Array.from(list)
      const rows = rowNumbers(rates.length)
      const texts = byTexts(keys)
      const size = (row: number) => (Number.isNaN(rates[row]) ? -Infinity : rates[row]!)
      const expected = rows
        .slice()
        .sort((a, b) => (size(a) === size(b) ? texts(a, b) : size(a) < size(b) ? 1 : -1))
      expect(runToEnd(orderRows({ rows, rates, keys }))).toEqual(expected)
    }),
    { numRuns },
  )
})

test('the heaviest rows are the first of all by weight, then texts', () => {
  fc.assert(
    fc.property(withNumbers, fc.nat(400), ([keys, list], most) => {
      const weights = Float64Array.from(list, (one) => Math.abs(one || 0))
      const count = Math.min(most, weights.length)
      const texts = byTexts(keys)
      const expected = Array.from(weights.keys())
        .sort((a, b) => weights[b]! - weights[a]! || texts(a, b))
        .slice(0, count)
        .sort((a, b) => a - b)
      expect(Array.from(runToEnd(rowsOfLargestSize(weights, keyOrder(keys), count)))).toEqual(
        expected,
      )
    }),
    { numRuns },
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { growthRateText, growthText } from '../../src/numbers/growth.ts'
import { BLOCK, growthColumns, type WindowValues } from '../../src/numbers/growth-columns.ts'

const number = fc.oneof(
  fc.double({ noDefaultInfinity: true }),
  fc.double({ min: -1e4, max: 1e4 }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.integer({ min: -100_000, max: 100_000 }).map((cents) => cents / 100),
  fc.tuple(fc.nat(1e6), fc.integer({ min: 1, max: 1e6 })).map(([a, b]) => a / b),
  // Contributions of few rows to a quotient.
  fc
    .tuple(fc.double({ min: -10, max: 10, noNaN: true }), fc.integer({ min: 6, max: 15 }))
    .map(([digits, places]) => digits / 10 ** places),
  fc.constantFrom(0, -0, 1e-7, 1e21, 2 ** 53, 0.1, 0.3, 5e-324, 2e10, 20000000001, Number.NaN),
)
// Values that hardly changed: the difference has far fewer digits than they.
const pair = fc.oneof(
  fc.tuple(number, number),
  fc
    .tuple(number, fc.integer({ min: -8, max: 8 }))
    .map(([value, steps]): [number, number] => [value * (1 + steps * 2 ** -52), value]),
)

function textsOf(values: WindowValues) {
  const { growth, rates } = growthColumns(values)
  const rows = Array.from(values.current, (_, row) => row)
  return {
    growth: rows.map((row) => growth.at(row)),
    rates: rows.map((row) => rates.at(row)),
  }
}

test('growth computed by column equals growth computed for each row with big integers', () => {
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 60 }), (pairs) => {
      const finite = pairs.filter(([a]) => Math.abs(a) !== Number.POSITIVE_INFINITY)
      const current = Float64Array.from(finite, ([one]) => one)
      const compare = Float64Array.from(finite, ([, other]) => other)
      const { growth, rates } = textsOf({ current, compare })
      const sides = finite.map((one) => one.map((value) => (Number.isNaN(value) ? null : value)))
      expect(growth).toEqual(sides.map(([a, b]) => growthText(a!, b!)))
      expect(rates).toEqual(sides.map(([a, b]) => growthRateText(a!, b!)))
    }),
    { numRuns: process.env.TRIBUTARY_LONG ? 50_000 : 1_000 },
  )
})

test('growth of 10,000 rows equals growth computed for each row', () => {
  const current = Float64Array.from({ length: 10_000 }, (_, row) => row / 7)
  const compare = current.map((value, row) => (row % 11 === 0 ? Number.NaN : value * 3))
  const { growth, rates } = textsOf({ current, compare })
  const expected = Array.from(compare, (value, row) =>
    Number.isNaN(value) ? null : growthText(current[row]!, value),
  )
  expect(growth).toEqual(expected)
  expect(rates).toHaveLength(10_000)
  expect(rates[8_000]).toBe('-0.6666666667')
})

test('rows are the same in whatever order they are read', () => {
  const length = BLOCK * 3 + 1
  const compare = Float64Array.from({ length }, (_, row) => (row % 5) - 2)
  // A row without a text, a text with an exponent's digits, and the borders of blocks among them.
  const current = compare.map((value, row) =>
    row % 97 === 0 ? Number.NaN : row % 89 === 0 ? 1e30 : value * row,
  )
  const { growth, rates } = growthColumns({ current, compare })
  const last = [length - 1, 0, BLOCK, BLOCK - 1, BLOCK * 2, 89 * 15, 97 * 15]
  for (const row of [...last, ...last.map((one) => Math.max(0, one - 1))]) {
    const value = Number.isNaN(current[row]) ? null : current[row]!
    expect(growth.at(row)).toBe(growthText(value, compare[row]!))
    expect(rates.at(row)).toBe(growthRateText(value, compare[row]!))
  }
})

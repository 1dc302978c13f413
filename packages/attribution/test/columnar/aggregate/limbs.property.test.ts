import fc from 'fast-check'
import { expect, test } from 'vitest'
import { floatLimbs } from '../../../src/columnar/aggregate/limbs.ts'
import { floatColumn } from '../../../src/columnar/columns/encode-numbers.ts'

/** The sum of doubles in units of the smallest double, rounded once. */
function exactSum(values: readonly number[]): number {
  const total = values.reduce((sum, value) => sum + unitsOf(value), 0n)
  const negative = total < 0n
  const magnitude = negative ? -total : total
  const extra = Math.max(0, magnitude.toString(2).length - 53)
  const half = 1n << BigInt(Math.max(0, extra - 1))
  let mantissa = magnitude >> BigInt(extra)
  const rest = magnitude - (mantissa << BigInt(extra))
  const up = extra > 0 && (rest > half || (rest === half && mantissa % 2n === 1n))
  if (up) mantissa += 1n
  const scale = Math.floor((extra - 1074) / 2)
  const value = Number(mantissa) * 2 ** scale * 2 ** (extra - 1074 - scale)
  return negative ? -value : value
}

function unitsOf(value: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0]!
  const exponent = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & ((1n << 52n) - 1n)
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n)
  const units = mantissa << BigInt(Math.max(0, exponent - 1))
  return bits >> 63n === 1n ? -units : units
}

function limbSum(values: readonly number[]): { readonly sum: number; readonly parts: number } {
  const limbs = floatLimbs(floatColumn('DOUBLE', 0, Float64Array.from(values)))
  const rest = Float64Array.from(values)
  const sums = Array.from({ length: limbs.count }, (_, index) => {
    const part = new Float64Array(values.length)
    const block = { from: 0, count: part.length, rows: null }
    if (limbs.count > 1) limbs.take(index, block, rest, part)
    return (limbs.count > 1 ? part : rest).reduce((sum, one) => sum + one, 0)
  })
  return { sum: limbs.join(sums), parts: limbs.count }
}

const double = fc.double({ noNaN: true, noDefaultInfinity: true })
const price = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100)

test('add up to the exact sum, rounded once, in any order', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(double, { minLength: 1 }),
        fc.array(price, { minLength: 1 }),
        fc.array(fc.constantFrom(1.5e308, -1.5e308, Number.MAX_VALUE), { minLength: 1 }),
      ),
      (values) => {
        expect(limbSum(values).sum).toBe(exactSum(values) + 0)
        expect(limbSum(values.toReversed()).sum).toBe(limbSum(values).sum)
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['whole numbers', [1, -5, 2 ** 40], 1],
  ['halves', [0.5, 1.5], 1],
  ['prices', [0.01, 123_456.78], 2],
])('are as few as %s need', (_, values, parts) => {
  expect(limbSum(values).parts).toBe(parts)
})

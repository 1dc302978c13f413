import { decimalText } from '@tributary/expression/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decimalParts,
  hasSafeDigits,
  MAX_SCALE,
  subtractParts,
} from '../../src/numbers/decimal-parts.ts'
import { LONGEST_DECIMAL, writeDecimal } from '../../src/numbers/decimal-writer.ts'

// Digits of every length, with zeros before and behind them.
const digits = (most: number) =>
  fc
    .tuple(fc.nat(most), fc.bigInt(0n, 10n ** BigInt(most) - 1n), fc.nat(most))
    .map(([length, value, zeros]) => {
      const cut = value % 10n ** BigInt(length)
      return cut - (cut % 10n ** BigInt(zeros))
    })
/** Numbers with more digits are so small that the first of them are zeros. */
const MOST_DIGITS = 22
const decimal = fc.integer({ min: 8, max: MAX_SCALE }).chain((scale) =>
  fc.record({
    negative: fc.boolean(),
    whole:
      scale > MOST_DIGITS
        ? fc.constant(0n)
        : fc.oneof(fc.maxSafeNat(), fc.nat(1000), fc.constant(0)).map(BigInt),
    fraction: digits(Math.min(scale, MOST_DIGITS)),
    scale: fc.constant(scale),
  }),
)

type Parts = typeof decimal extends fc.Arbitrary<infer One> ? One : never

const unitsOf = ({ negative, whole, fraction, scale }: Parts): bigint =>
  (negative ? -1n : 1n) * (whole * 10n ** BigInt(scale) + fraction)

const partsOf = ({ negative, whole, fraction, scale }: Parts) => ({
  negative,
  whole: Number(whole),
  high: Number(fraction / 10n ** 8n),
  low: Number(fraction % 10n ** 8n),
  scale,
})

function written(parts: ReturnType<typeof partsOf>): string {
  const bytes = Buffer.alloc(LONGEST_DECIMAL)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return bytes.toString('latin1', 0, writeDecimal(view, 0, parts))
}

const numRuns = process.env.TRIBUTARY_LONG ? 200_000 : 5_000

test('writes a decimal as its text', () => {
  fc.assert(
    fc.property(decimal, (one) => {
      expect(written(partsOf(one))).toBe(decimalText({ units: unitsOf(one), scale: one.scale }))
    }),
    { numRuns },
  )
})

test('subtracts decimals of any scales exactly', () => {
  const out = decimalParts()
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      const [a, b] = [left, right].map((one) => ({ ...one, whole: one.whole % 10n ** 15n }))
      const scale = Math.max(a!.scale, b!.scale)
      const [m, n] = [a!, b!].map((one) => unitsOf(one) * 10n ** BigInt(scale - one.scale))
      const sizes = [m!, n!].map((units) => Math.abs(Number(units)) / 10 ** scale)
      fc.pre(hasSafeDigits(Math.max(...sizes), scale))
      subtractParts(partsOf(a!), partsOf(b!), out, m! < n!)
      expect(written(out)).toBe(decimalText({ units: m! - n!, scale }))
    }),
    { numRuns },
  )
})

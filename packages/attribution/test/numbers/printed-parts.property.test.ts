import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DecimalParts, decimalParts } from '../../src/numbers/decimal-parts.ts'
import { plainText } from '../../src/numbers/growth.ts'
import { readPrintedDecimal } from '../../src/numbers/printed-parts.ts'

// Where doubles are dense, next to powers of two and of ten, and where people write them.
const near = (center: number) =>
  fc.integer({ min: -40, max: 40 }).map((steps) => center * (1 + steps * 2 ** -52))
const number = fc.oneof(
  fc.double({ min: 1e-14, max: 1e15, noNaN: true }),
  fc
    .tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -14, max: 14 }))
    .map(([digits, exponent]) => digits * 10 ** exponent),
  fc.tuple(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 })).map(([a, b]) => a / b),
  fc.tuple(fc.maxSafeNat(), fc.nat(17)).map(([units, scale]) => units / 10 ** scale),
  fc.integer({ min: -46, max: 49 }).chain((exponent) => near(2 ** exponent)),
  fc.integer({ min: -14, max: 14 }).chain((exponent) => near(10 ** exponent)),
  fc.tuple(fc.nat(1e9), fc.integer({ min: 0, max: 60 })).map(([a, halvings]) => a / 2 ** halvings),
)

function textOf({ negative, whole, high, low, scale }: DecimalParts): string {
  const digits = BigInt(high) * 10n ** 8n + BigInt(low)
  const fraction = String(digits).padStart(scale, '0').replace(/0+$/, '')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

test('the digits read from a number are those that it prints with', () => {
  const parts = decimalParts()
  let read = 0
  const numRuns = process.env.TRIBUTARY_LONG ? 1_000_000 : 5_000
  fc.assert(
    fc.property(number, fc.boolean(), (size, negative) => {
      const value = negative && size !== 0 ? -size : size
      if (!readPrintedDecimal(value, parts)) return
      read++
      expect(textOf(parts)).toBe(plainText(value))
    }),
    { numRuns },
  )
  expect(read).toBeGreaterThan(numRuns / 2)
})

test.each([
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1e21],
  [1e-14],
  [3e-15],
  [2 ** 0.5 * 1e15],
  // The way to the next smaller double is half as long as to the next larger one.
  [0.25],
])('does not read %d', (value) => {
  expect(readPrintedDecimal(value, decimalParts())).toBe(false)
})

import { FUNCTIONS } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'

const double = fc.double({ noNaN: true, noDefaultInfinity: true })
const near = fc.double({ noNaN: true, min: -1e6, max: 1e6 })
const int = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const decimal = fc.record({
  units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  scale: fc.nat(12),
})
const digits = fc.integer({ min: -18, max: 18 })

describe('Round', () => {
  test('of a decimal is exact, a half going away from zero', () => {
    fc.assert(
      fc.property(decimal, digits, (price, count) => {
        // Both in units of 10^-30, the expected one found by adding a half and cutting off.
        const scaled = price.units * 10n ** BigInt(30 - price.scale)
        const step = 10n ** BigInt(30 - count)
        const size = scaled < 0n ? -scaled : scaled
        const rounded = ((size * 2n + step) / (step * 2n)) * step * (scaled < 0n ? -1n : 1n)
        const found = resultOf(`Round([price], ${count})`, { price })
        if (found === null) expect(countDigits(rounded, count)).toBeGreaterThan(38)
        else expect(unitsOf(found, 30)).toBe(rounded)
      }),
    )
  })

  test('of a double is what a cast to DECIMAL gives', () => {
    const halves = fc
      .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 12 }))
      .map(([whole, places]) => Number(`${whole}5e-${places}`))
    const neighbours = halves.map((half) => half * (1 + 2 ** -52))
    fc.assert(
      fc.property(
        fc.oneof(halves, neighbours, near, double),
        fc.integer({ min: 0, max: 18 }),
        (rate, count) => {
          const cast = `Cast(Cast([rate], "Decimal(38, ${count})"), "Double")`
          const expected = resultOf(cast, { rate })
          fc.pre(expected !== null)
          expect(resultOf(`Round([rate], ${count})`, { rate })).toBe(expected)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('of a double is within half a unit, and rounding again changes nothing', () => {
    fc.assert(
      fc.property(near, fc.integer({ min: -4, max: 6 }), (rate, count) => {
        const rounded = Number(resultOf(`Round([rate], ${count})`, { rate }))
        const slack = Math.abs(rate) * 1e-15
        expect(Math.abs(rounded - rate)).toBeLessThanOrEqual(10 ** -count / 2 + slack)
        expect(Number(resultOf(`Round([rate], ${count})`, { rate: rounded }))).toBe(rounded)
      }),
    )
  })

  test('of an INT is that of the same decimal, or NULL', () => {
    fc.assert(
      fc.property(int, digits, (delay, count) => {
        const exact = resultOf(`Round([price], ${count})`, { price: { units: delay, scale: 0 } })!
        const fits = BigInt.asIntN(64, BigInt(exact)) === BigInt(exact)
        expect(resultOf(`Round([delay], ${count})`, { delay })).toBe(fits ? exact : null)
      }),
    )
  })
})

describe('Floor, Trunc and Ceil', () => {
  test('of a decimal are whole numbers around it', () => {
    fc.assert(
      fc.property(decimal, (price) => {
        const [floor, trunc, ceil] = ['Floor', 'Trunc', 'Ceil'].map((name) =>
          BigInt(resultOf(`${name}([price])`, { price })!),
        ) as [bigint, bigint, bigint]
        const one = 10n ** BigInt(price.scale)
        expect(floor * one <= price.units && price.units < (floor + 1n) * one).toBe(true)
        expect((ceil - 1n) * one < price.units && price.units <= ceil * one).toBe(true)
        expect(trunc).toBe(price.units < 0n ? ceil : floor)
      }),
    )
  })

  test('Trunc to digits leaves a multiple of the last one, less than one of it nearer to zero', () => {
    fc.assert(
      fc.property(decimal, int, digits, (price, delay, count) => {
        const step = 10n ** BigInt(30 - count)
        const cut = (units: bigint): bigint => (units / step) * step
        const truncated = cut(price.units * 10n ** BigInt(30 - price.scale))
        const found = resultOf(`Trunc([price], ${count})`, { price })
        if (found === null) expect(countDigits(truncated, count)).toBeGreaterThan(38)
        else expect(unitsOf(found, 30)).toBe(truncated)
        const whole = resultOf(`Trunc([delay], ${count})`, { delay })!
        expect(unitsOf(whole, 30)).toBe(cut(delay * 10n ** 30n))
      }),
    )
  })

  test('Trunc to digits of a double is that of the decimal number that it prints', () => {
    fc.assert(
      fc.property(fc.oneof(near, double), digits, (rate, count) => {
        const [whole = '', fraction = ''] = resultOf('[rate]', { rate })!.split('.')
        const kept =
          count < 0
            ? `${BigInt(whole) - (BigInt(whole) % 10n ** BigInt(-count))}`
            : `${whole}.${fraction.slice(0, count)}`
        const found = resultOf(`Trunc([rate], ${count})`, { rate })!
        expect(Number(found)).toBe(Number(kept) + 0)
      }),
      { numRuns: 500 },
    )
  })
})

test('Greatest and Least are the maximum and the minimum of their arguments', () => {
  fc.assert(
    fc.property(near, decimal, int, (rate, price, delay) => {
      const row = { rate, price, delay }
      const least = Number(resultOf('Least([rate], [price], [delay])', row))
      const greatest = Number(resultOf('Greatest([rate], [price], [delay])', row))
      const all = ['rate', 'price', 'delay'].map((name) => Number(resultOf(`[${name}]`, row)))
      expect([least, greatest]).toEqual([Math.min(...all), Math.max(...all)])
    }),
  )
})

test('no function of numbers throws or gives anything but a finite number or NULL', () => {
  const fields = ['[rate]', '[delay]', '[price]']
  const calls = Object.values(FUNCTIONS)
    .filter(({ family }) => family === 'number')
    .flatMap(({ name, parameters }) => {
      const all = fields.map((field) => `${name}(${parameters.map(() => field)})`)
      const hasDigits = name === 'Round' || name === 'Trunc'
      const digits = ['-3', '5']
      return hasDigits
        ? fields.flatMap((field) => digits.map((count) => `${name}(${field}, ${count})`))
        : all
    })
  fc.assert(
    fc.property(double, int, decimal, (rate, delay, price) => {
      for (const call of calls) {
        const found = resultOf(call, { rate, delay, price })
        expect(found ?? '0').toMatch(/^-?\d+(?:\.\d+)?$/)
      }
    }),
    { numRuns: 300 },
  )
})

/** How many digits a number in units of 10^-30 has that is written with `scale` fractional digits. */
function countDigits(units: bigint, scale: number): number {
  return String((units < 0n ? -units : units) / 10n ** 30n).length + Math.max(0, scale)
}

/** A plain decimal text in units of 10^-scale. */
function unitsOf(text: string, scale: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

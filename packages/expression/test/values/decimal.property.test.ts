import type { Decimal } from '@tributary/expression'
import {
  addDecimals,
  decimalText,
  decimalToNumber,
  multiplyDecimals,
  numberToDecimal,
  parseDecimal,
  subtractDecimals,
} from '@tributary/expression/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resultOf } from '../support/result-of.ts'

/** Behind the point: more digits than a product or a sum of the decimals below has. */
const SCALE = 60
const decimal: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  scale: fc.nat(30),
})
const double = fc.double({ noNaN: true, noDefaultInfinity: true })

/** A decimal in units of 10^-60, counted from its text. */
function counted(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(SCALE, '0'))
}

/** The same units, NULL with more than 38 digits and a fraction of so many digits. */
function held(units: bigint, scale: number): bigint | null {
  const digits = units / 10n ** BigInt(SCALE - scale)
  return digits < 10n ** 38n && digits > -(10n ** 38n) ? units : null
}

function countedOrNull(text: string | null): bigint | null {
  return text === null ? null : counted(text)
}

function unitsOf({ units, scale }: Decimal): bigint {
  return units * 10n ** BigInt(SCALE - scale)
}

describe('decimals', () => {
  test('add, subtract and multiply without losing a digit', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(counted(decimalText(addDecimals(a, b)))).toBe(unitsOf(a) + unitsOf(b))
        expect(counted(decimalText(subtractDecimals(a, b)))).toBe(unitsOf(a) - unitsOf(b))
        const product = unitsOf(a) * unitsOf(b)
        expect(counted(decimalText(multiplyDecimals(a, b))) * 10n ** BigInt(SCALE)).toBe(product)
      }),
    )
  })

  test('read back what they print, without zeros at the end', () => {
    fc.assert(
      fc.property(decimal, (a) => {
        const text = decimalText(a)
        expect(text).toMatch(/^(0|-?(?!0$)\d+(\.\d*[1-9])?)$/)
        expect(unitsOf(parseDecimal(text))).toBe(unitsOf(a))
      }),
    )
  })

  test('of doubles are the doubles', () => {
    fc.assert(
      fc.property(double, (value) => {
        const same = decimalToNumber(numberToDecimal(value))
        expect(same).toBe(value === 0 ? 0 : value)
      }),
    )
  })

  test.each(['', '.', '1.2.3', '1e', 'NaN', 'Infinity', ' 1', '0x1', '١'])(
    'are not in %j',
    (text) => {
      expect(() => parseDecimal(text)).toThrow(RangeError)
    },
  )
})

describe('expressions of decimals', () => {
  test('are exact with + - and % up to 38 digits, and compare as what they are worth', () => {
    fc.assert(
      fc.property(decimal, decimal, (price, b) => {
        const other = decimalText(b)
        const [x, y] = [unitsOf(price), unitsOf(b)]
        const scale = Math.max(price.scale, other.split('.')[1]?.length ?? 0)
        const sum = resultOf(`[price] + ${other}`, { price })
        expect(countedOrNull(sum)).toBe(held(x + y, scale))
        const difference = resultOf(`[price] - (${other})`, { price })
        expect(countedOrNull(difference)).toBe(held(x - y, scale))
        expect(counted(resultOf(`-[price]`, { price })!)).toBe(-x)
        const rest = resultOf(`[price] % (${other})`, { price })
        expect(countedOrNull(rest)).toBe(y === 0n ? null : held(x % y, scale))
        expect(resultOf(`[price] < (${other})`, { price })).toBe(String(x < y))
        expect(resultOf(`[price] = (${other})`, { price })).toBe(String(x === y))
        const listed = `IN([price], ${decimalText({ units: price.units * 10n, scale: price.scale + 1 })})`
        expect(resultOf(listed, { price })).toBe('true')
      }),
    )
  })

  test('beside an INT are exact, beside a DOUBLE are doubles', () => {
    fc.assert(
      fc.property(
        decimal,
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        double,
        (price, delay, rate) => {
          const row = { price, delay, rate }
          const whole = delay * 10n ** BigInt(SCALE)
          expect(resultOf('[price] >= [delay]', row)).toBe(String(unitsOf(price) >= whole))
          const sum = held(unitsOf(price) + whole, price.scale)
          expect(countedOrNull(resultOf('[price] + [delay]', row))).toBe(sum)
          const near = Number(decimalText(price))
          expect(resultOf('[price] < [rate]', row)).toBe(String(near < rate))
          expect(resultOf('[delay] = [rate]', row)).toBe(String(Number(delay) === rate))
          expect(resultOf('[price] + [rate]', row)).toBe(resultOf('[rate]', { rate: near + rate }))
        },
      ),
    )
  })
})

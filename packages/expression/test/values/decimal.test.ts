import {
  decimalText,
  decimalToNumber,
  numberToDecimal,
  parseDecimal,
} from '@tributary/expression/internal'
import { describe, expect, test } from 'vitest'

describe('parseDecimal', () => {
  test.each([
    ['12', 12n, 0],
    ['-12.50', -1250n, 2],
    ['1e-7', 1n, 7],
    ['1.5e+21', 1500000000000000000000n, 0],
    ['-0', 0n, 0],
    ['+7.', 7n, 0],
  ])('reads %s', (text, units, scale) => {
    expect(parseDecimal(text)).toEqual({ units, scale })
  })

  test.each(['', 'NaN', 'Infinity', '1,5', '0x10', '.'])('rejects "%s"', (text) => {
    expect(() => parseDecimal(text)).toThrow(RangeError)
  })
})

describe('decimalText', () => {
  test.each([
    [{ units: 1250n, scale: 2 }, '12.5'],
    [{ units: -5n, scale: 3 }, '-0.005'],
    [{ units: 0n, scale: 4 }, '0'],
    [{ units: -100n, scale: 2 }, '-1'],
    [{ units: 100n, scale: 0 }, '100'],
  ])('writes %o plainly', (value, text) => {
    expect(decimalText(value)).toBe(text)
  })

  test('writes the smallest double without an exponent', () => {
    expect(decimalText(numberToDecimal(5e-324))).toBe(`0.${'0'.repeat(323)}5`)
  })
})

test('decimalToNumber gives the nearest double of integers beyond 2^53', () => {
  expect(decimalToNumber({ units: 9007199254740993n, scale: 0 })).toBe(9007199254740992)
  expect(decimalToNumber({ units: 12345n, scale: 3 })).toBe(12.345)
})

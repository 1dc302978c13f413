import { toText, type Value, type ValueType } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resultOf } from '../../support/result-of.ts'

const DAY = 86_400_000_000n
const int = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const double = fc.double({ noNaN: true, noDefaultInfinity: true })
const day = fc.integer({ min: -719_162, max: 2_932_896 })

/** A field of every type, with values that it may have. */
const VALUES: readonly (readonly [field: string, type: ValueType, values: fc.Arbitrary<Value>])[] =
  [
    ['delay', 'INT', int],
    ['rate', 'DOUBLE', double],
    [
      'price',
      'DECIMAL',
      fc.record({ units: fc.bigInt(-(10n ** 17n), 10n ** 17n), scale: fc.nat(20) }),
    ],
    ['late', 'BOOLEAN', fc.boolean()],
    ['day', 'DATE', day],
    [
      'metric_time',
      'TIMESTAMP',
      fc.tuple(day, fc.bigInt({ min: 0n, max: DAY - 1n })).map(([d, at]) => BigInt(d) * DAY + at),
    ],
  ]
const TARGETS: Partial<Record<ValueType, string>> = { DECIMAL: 'Decimal(38, 20)' }

describe('Cast', () => {
  test.each(VALUES)('of the text of [%s] reads the %s back', (field, type, values) => {
    fc.assert(
      fc.property(values, (value) => {
        const text = resultOf(`Cast([${field}], "String")`, { [field]: value })
        const target = TARGETS[type] ?? type
        expect(resultOf(`Cast([region], "${target}")`, { region: text })).toBe(toText(value, type))
      }),
      { numRuns: 100 },
    )
  })

  test('of a double is the text that JavaScript reads as that double, without exponent', () => {
    fc.assert(
      fc.property(double, (rate) => {
        const text = resultOf('Cast([rate], "String")', { rate })!
        expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/)
        expect(Number(text)).toBe(rate === 0 ? 0 : rate)
      }),
      { numRuns: 200 },
    )
  })

  test('to a decimal rounds by at most half of the last digit', () => {
    fc.assert(
      fc.property(int, fc.nat(12), fc.nat(10), (units, scale, kept) => {
        const text = resultOf(`Cast([price], "Decimal(38, ${kept})")`, { price: { units, scale } })!
        const [whole = '', fraction = ''] = text.split('.')
        const found = BigInt(whole + fraction.padEnd(22, '0'))
        const exact = units * 10n ** BigInt(22 - scale)
        const miss = found < exact ? exact - found : found - exact
        expect(miss * 2n <= 10n ** BigInt(22 - kept)).toBe(true)
        expect(fraction.length).toBeLessThanOrEqual(kept)
      }),
      { numRuns: 200 },
    )
  })

  test('of any text to any type never fails', () => {
    const target = fc.constantFrom('Int', 'Double', 'Decimal(9, 3)', 'Boolean', 'Date', 'Timestamp')
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[ 0-9eE+.:T-]{0,24}$/))
    fc.assert(
      fc.property(text, target, (region, type) => {
        const value = resultOf(`Cast([region], "${type}")`, { region })
        const again =
          value === null ? null : resultOf(`Cast([region], "${type}")`, { region: value })
        expect(again).toBe(value)
      }),
      { numRuns: 300 },
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linearAmounts } from '../../src/contribute/amounts.ts'
import {
  exactRatio,
  ratioChange,
  ratioChanges,
  ratioValues,
} from '../../src/contribute/quotient.ts'
import { measureForm } from '../../src/plan/metric-form.ts'
import type { MeasureColumns } from '../../src/request/source.ts'

const once = { current: 1n, compare: 1n }
const amountsOf = (measure: MeasureColumns) =>
  linearAmounts(measureForm('a'), new Map([['a', measure]]), once)

/** Cents over rows: 0.30 over 3 against 0.10 over 1, a zero denominator, and a side without rows. */
const money = amountsOf({
  current: { kind: 'exact', scale: 2, units: [30n, 5n, 0n] },
  compare: { kind: 'exact', scale: 2, units: [10n, 5n, 7n] },
})
const rows = amountsOf({
  current: { kind: 'exact', scale: 0, units: [3n, 0n, 0n] },
  compare: { kind: 'exact', scale: 0, units: [1n, 1n, 2n] },
})
const ratio = exactRatio(money, rows)!

test('equal prices are equal numbers, and did not change', () => {
  expect(ratioValues(ratio, 'current', Float64Array.of(3, 1, 0))).toEqual(
    Float64Array.of(0.1, Number.NaN, Number.NaN),
  )
  expect(ratioValues(ratio, 'compare', Float64Array.of(1, 1, 2))).toEqual(
    Float64Array.of(0.1, 0.05, 0.035),
  )
  expect(ratioChange(ratio, 0)).toBe(0)
  expect(ratioChange(ratio, 1)).toBeNull()
})

test('amounts that are doubles have no exact ratio', () => {
  const double = { kind: 'double' as const, values: Float64Array.of(1) }
  expect(exactRatio(amountsOf({ current: double, compare: double }), rows)).toBeNull()
})

// Products of units on both sides of 2^53 among them, zeros and groups without a value.
const units = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.integer({ min: -2e8, max: 2e8 }),
  fc.maxSafeInteger(),
  fc.constantFrom(0, Number.NaN),
)

test('changes of whole columns are those of their rows', () => {
  const group = fc.record({ n1: units, n0: units, d1: units, d0: units })
  const divisor = fc.integer({ min: 1, max: 31 }).map(BigInt)
  fc.assert(
    fc.property(fc.array(group, { minLength: 1 }), divisor, divisor, (groups, now, before) => {
      const side = (name: 'n1' | 'n0' | 'd1' | 'd0', scale: number) => ({
        kind: 'safe' as const,
        scale,
        units: Float64Array.from(groups, (one) => one[name]),
      })
      const divisors = { current: now, compare: before }
      const numerator = { current: side('n1', 2), compare: side('n0', 2), divisors }
      const denominator = { current: side('d1', 0), compare: side('d0', 0), divisors: once }
      const exact = exactRatio(numerator, denominator)!
      const each = groups.map((_, row) => ratioChange(exact, row) ?? Number.NaN)
      expect(ratioChanges(exact)).toEqual(Float64Array.from(each))
    }),
  )
})

import { expect, test } from 'vitest'
import { linearAmounts } from '../../src/contribute/amounts.ts'
import { exactRatio, ratioChange, ratioValues } from '../../src/contribute/quotient.ts'
import { leafForm } from '../../src/plan/affine-form.ts'
import type { LeafColumns } from '../../src/request/source.ts'

const once = { current: 1n, compare: 1n }
const amountsOf = (leaf: LeafColumns) => linearAmounts(leafForm('a'), new Map([['a', leaf]]), once)

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

import { expect, test } from 'vitest'
import { amountAt, differenceAt, linearAmounts } from '../../src/contribute/amounts.ts'
import { addForms, constantForm, divideForm, measureForm } from '../../src/plan/metric-form.ts'
import type { MeasureColumns } from '../../src/request/source.ts'

const exact = (current: readonly (bigint | null)[], compare: readonly (bigint | null)[]) => ({
  current: { kind: 'exact' as const, scale: 2, units: current },
  compare: { kind: 'exact' as const, scale: 2, units: compare },
})
const double = (current: readonly number[], compare: readonly number[]): MeasureColumns => ({
  current: { kind: 'double', values: Float64Array.from(current) },
  compare: { kind: 'double', values: Float64Array.from(compare) },
})
const once = { current: 1n, compare: 1n }

test('adds measures without loss beyond 2^53', () => {
  const measures = new Map([
    ['a', exact([10n ** 20n + 1n], [10n ** 20n])],
    ['b', exact([1n], [1n])],
  ])
  const amounts = linearAmounts(addForms(measureForm('a'), measureForm('b')), measures, once)
  expect(differenceAt(amounts, 0)).toBe(0.01)
  expect(amountAt(amounts, 'current', 0)).toBe(1e18 + 0.02)
})

test('counts a measure without a value as zero', () => {
  const exactly = linearAmounts(measureForm('a'), new Map([['a', exact([500n], [null])]]), once)
  expect(amountAt(exactly, 'compare', 0)).toBe(0)
  expect(differenceAt(exactly, 0)).toBe(5)
  const doubles = linearAmounts(
    measureForm('a'),
    new Map([['a', double([1.5], [Number.NaN])]]),
    once,
  )
  expect(differenceAt(doubles, 0)).toBe(1.5)
})

test('adds exact measures to doubles', () => {
  const measures = new Map([
    ['a', exact([150n], [50n])],
    ['b', double([0.25], [0.75])],
  ])
  const amounts = linearAmounts(addForms(measureForm('a'), measureForm('b')), measures, once)
  expect(amountAt(amounts, 'current', 0)).toBe(1.75)
  expect(differenceAt(amounts, 0)).toBe(0.5)
})

test('divides each window by its own periods and both by a constant', () => {
  const sixty = constantForm({ type: 'INT', value: 60n })!
  const measures = new Map([['a', exact([180_000n], [120_000n])]])
  const amounts = linearAmounts(divideForm(measureForm('a'), sixty), measures, {
    current: 3n,
    compare: 4n,
  })
  expect(amountAt(amounts, 'current', 0)).toBe(10)
  expect(amountAt(amounts, 'compare', 0)).toBe(5)
  expect(differenceAt(amounts, 0)).toBe(5)
})

test('subtracts amounts of different scales', () => {
  const measure: MeasureColumns = {
    current: { kind: 'exact', scale: 1, units: [15n] },
    compare: { kind: 'exact', scale: 0, units: [2n] },
  }
  const amounts = linearAmounts(measureForm('a'), new Map([['a', measure]]), once)
  expect(differenceAt(amounts, 0)).toBe(-0.5)
})

test('rounds an average once', () => {
  const measures = new Map([['a', exact([30n], [310n])]])
  const amounts = linearAmounts(measureForm('a'), measures, { current: 3n, compare: 31n })
  expect(amountAt(amounts, 'current', 0)).toBe(0.1)
  expect(amountAt(amounts, 'compare', 0)).toBe(0.1)
  expect(differenceAt(amounts, 0)).toBe(0)
})

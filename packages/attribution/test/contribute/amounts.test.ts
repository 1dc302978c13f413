import { expect, test } from 'vitest'
import { amountAt, differenceAt, linearAmounts } from '../../src/contribute/amounts.ts'
import { addForms, constantForm, divideForm, leafForm } from '../../src/plan/affine-form.ts'
import type { LeafColumns } from '../../src/request/source.ts'

const exact = (current: readonly (bigint | null)[], compare: readonly (bigint | null)[]) => ({
  current: { kind: 'exact' as const, scale: 2, units: current },
  compare: { kind: 'exact' as const, scale: 2, units: compare },
})
const double = (current: readonly number[], compare: readonly number[]): LeafColumns => ({
  current: { kind: 'double', values: Float64Array.from(current) },
  compare: { kind: 'double', values: Float64Array.from(compare) },
})
const once = { current: 1n, compare: 1n }

test('adds leaves without loss beyond 2^53', () => {
  const leaves = new Map([
    ['a', exact([10n ** 20n + 1n], [10n ** 20n])],
    ['b', exact([1n], [1n])],
  ])
  const amounts = linearAmounts(addForms(leafForm('a'), leafForm('b')), leaves, once)
  expect(differenceAt(amounts, 0)).toBe(0.01)
  expect(amountAt(amounts, 'current', 0)).toBe(1e18 + 0.02)
})

test('counts a leaf without a value as zero', () => {
  const exactly = linearAmounts(leafForm('a'), new Map([['a', exact([500n], [null])]]), once)
  expect(amountAt(exactly, 'compare', 0)).toBe(0)
  expect(differenceAt(exactly, 0)).toBe(5)
  const doubles = linearAmounts(leafForm('a'), new Map([['a', double([1.5], [Number.NaN])]]), once)
  expect(differenceAt(doubles, 0)).toBe(1.5)
})

test('adds exact leaves to doubles', () => {
  const leaves = new Map([
    ['a', exact([150n], [50n])],
    ['b', double([0.25], [0.75])],
  ])
  const amounts = linearAmounts(addForms(leafForm('a'), leafForm('b')), leaves, once)
  expect(amountAt(amounts, 'current', 0)).toBe(1.75)
  expect(differenceAt(amounts, 0)).toBe(0.5)
})

test('divides each window by its own periods and both by a constant', () => {
  const sixty = constantForm({ type: 'INT', value: 60n })!
  const leaves = new Map([['a', exact([180_000n], [120_000n])]])
  const amounts = linearAmounts(divideForm(leafForm('a'), sixty), leaves, {
    current: 3n,
    compare: 4n,
  })
  expect(amountAt(amounts, 'current', 0)).toBe(10)
  expect(amountAt(amounts, 'compare', 0)).toBe(5)
  expect(differenceAt(amounts, 0)).toBe(5)
})

test('subtracts amounts of different scales', () => {
  const leaf: LeafColumns = {
    current: { kind: 'exact', scale: 1, units: [15n] },
    compare: { kind: 'exact', scale: 0, units: [2n] },
  }
  const amounts = linearAmounts(leafForm('a'), new Map([['a', leaf]]), once)
  expect(differenceAt(amounts, 0)).toBe(-0.5)
})

test('rounds an average once', () => {
  const leaves = new Map([['a', exact([30n], [310n])]])
  const amounts = linearAmounts(leafForm('a'), leaves, { current: 3n, compare: 31n })
  expect(amountAt(amounts, 'current', 0)).toBe(0.1)
  expect(amountAt(amounts, 'compare', 0)).toBe(0.1)
  expect(differenceAt(amounts, 0)).toBe(0)
})

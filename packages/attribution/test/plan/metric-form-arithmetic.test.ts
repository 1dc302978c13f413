import { expect, test } from 'vitest'
import {
  addForms,
  constantForm,
  divideForm,
  isConstant,
  isLinear,
  measureForm,
  multiplyForm,
} from '../../src/plan/metric-form.ts'

const decimal = (value: string) => constantForm({ type: 'DECIMAL', value })!

test('multiplies and divides by decimals without loss', () => {
  const form = multiplyForm(measureForm('a'), decimal('1.10'))
  expect(form.terms.get('a')).toEqual({ units: 110n, scale: 2 })
  const part = divideForm(measureForm('a'), decimal('-0.25'))
  expect(part.terms.get('a')).toEqual({ units: -100n, scale: 0 })
  expect(part.divisor).toBe(25n)
})

test('adds the terms of one measure', () => {
  const half = divideForm(measureForm('a'), decimal('2'))
  const sum = addForms(half, measureForm('a'))
  expect(sum.terms).toEqual(new Map([['a', { units: 3n, scale: 0 }]]))
  expect(sum.divisor).toBe(2n)
})

test('tells constants and linear forms apart', () => {
  expect(isConstant(decimal('1'))).toBe(true)
  expect(isLinear(measureForm('a'))).toBe(true)
  expect(isLinear(addForms(measureForm('a'), decimal('1')))).toBe(false)
})

test('constantForm is null for a constant that is not a finite number', () => {
  expect(constantForm({ type: 'DOUBLE', value: 0.5 })!.constant).toEqual({ units: 5n, scale: 1 })
  expect(constantForm({ type: 'DOUBLE', value: Number.NaN })).toBeNull()
  expect(constantForm({ type: 'DOUBLE', value: 1e-300 })).toBeNull()
  expect(constantForm({ type: 'STRING', value: '1' })).toBeNull()
  expect(constantForm({ type: 'NULL', value: null })).toBeNull()
})

import type { TypedExpr } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { metricForm, requestForm } from '../../src/plan/metric-form.ts'
import type { Aggregate, Measure } from '../../src/request/source.ts'

const measure = (name: string, aggregate: Aggregate): Measure => ({
  name,
  aggregate,
  argument: null,
  filter: null,
})
const measures = [
  measure('a', 'SUM'),
  measure('b', 'SUM'),
  measure('n', 'COUNT'),
  measure('users', 'COUNT_DISTINCT'),
  measure('top', 'MAX'),
  { ...measure('before', 'SUM'), otherWindow: 0 },
  { ...measure('daily', 'SUM'), nested: { per: [], aggregate: 'MAX' as const } },
]

const ref = (name: string): TypedExpr => ({ kind: 'reference', type: 'DOUBLE', table: null, name })
const int = (value: bigint): TypedExpr => ({
  kind: 'constant',
  type: 'INT',
  constant: { type: 'INT', value },
})
const op = (left: TypedExpr, op: '+' | '-' | '*' | '/' | '%', right: TypedExpr): TypedExpr => ({
  kind: 'arithmetic',
  type: 'DOUBLE',
  op,
  left,
  right,
})
const formOf = (formula: TypedExpr) => metricForm({ name: 'm', measures, formula })

/** `2·a - 1·b / 3`: coefficients in the order of measures, then the divisor. */
function text(form: { terms: ReadonlyMap<string, { units: bigint }>; divisor: bigint }): string {
  const terms = [...form.terms].map(([name, { units }]) => `${units}${name}`)
  return `${terms.join(' ')} / ${form.divisor}`
}

describe('metricForm', () => {
  test.each<[string, TypedExpr, string]>([
    ['a measure', ref('a'), '1a / 1'],
    ['a sum', op(ref('a'), '+', ref('n')), '1a 1n / 1'],
    ['a difference', op(ref('a'), '-', ref('b')), '1a -1b / 1'],
    ['a multiple', op(int(3n), '*', ref('a')), '3a / 1'],
    ['a part', op(ref('a'), '/', int(-60n)), '-1a / 60'],
    ['a sum of parts', op(op(ref('a'), '/', int(2n)), '+', ref('b')), '1a 2b / 2'],
    ['a changed sign', { kind: 'negate', type: 'DOUBLE', operand: ref('a') }, '-1a / 1'],
  ])('takes %s as linear', (_, formula, expected) => {
    const form = formOf(formula)
    expect(form).toMatchObject({ kind: 'linear', overlaps: false })
    expect(form.kind === 'linear' && text(form.form)).toBe(expected)
  })

  const ratio = op(ref('a'), '/', ref('n'))
  test.each<[string, TypedExpr, string, string]>([
    ['a ratio', ratio, '1a / 1', '1n / 1'],
    ['a percentage', op(int(100n), '*', ratio), '100a / 1', '1n / 1'],
    ['a part of a ratio', op(ratio, '/', int(2n)), '1a / 2', '1n / 1'],
    ['what a ratio lacks', op(int(1n), '-', ratio), '-1a 1n / 1', '1n / 1'],
    ['a sum over a sum', op(op(ref('a'), '+', ref('b')), '/', ref('n')), '1a 1b / 1', '1n / 1'],
  ])('takes %s as a quotient', (_, formula, numerator, denominator) => {
    const form = formOf(formula)
    expect(form.kind).toBe('quotient')
    expect(form.kind === 'quotient' && text(form.numerator)).toBe(numerator)
    expect(form.kind === 'quotient' && text(form.denominator)).toBe(denominator)
  })

  test('takes one count of distinct values as linear groups that overlap', () => {
    expect(formOf(ref('users'))).toMatchObject({ kind: 'linear', overlaps: true })
  })

  test('takes distinct values in a ratio as a quotient whose groups overlap', () => {
    expect(formOf(op(ref('a'), '/', ref('users')))).toMatchObject({
      kind: 'quotient',
      overlaps: true,
    })
  })

  test.each<[string, TypedExpr]>([
    ['a product', op(ref('a'), '*', ref('b'))],
    ['an added constant', op(ref('a'), '+', int(1n))],
    ['a constant over a measure', op(int(1n), '/', ref('a'))],
    ['a division by zero', op(ref('a'), '/', int(0n))],
    ['a sum of ratios', op(ratio, '+', ratio)],
    ['a ratio of sums of ratios', op(ratio, '/', op(ratio, '+', int(1n)))],
    [
      'a root',
      { kind: 'call', type: 'DOUBLE', function: 'Sqrt', args: [op(ref('a'), '*', ref('n'))] },
    ],
  ])('takes %s as a path', (_, formula) => {
    expect(formOf(formula)).toEqual({ kind: 'path', formula, overlaps: false })
  })

  test.each<[string, TypedExpr, string]>([
    ['a MAX', ref('top'), 'measure "top" is a MAX'],
    ['a MAX in a sum', op(ref('a'), '+', ref('top')), 'measure "top" is a MAX'],
    ['a constant', int(1n), 'the metric is a constant'],
    ['two constants', op(int(1n), '+', int(1n)), 'the metric is a constant'],
    [
      'a remainder',
      op(ref('a'), '%', int(2n)),
      'the formula uses %, whose value jumps: take the remainder of a column, below the aggregate',
    ],
    [
      'a rounded number',
      { kind: 'call', type: 'DOUBLE', function: 'Round', args: [ratio, int(2n)] },
      'the formula calls Round, whose value jumps: leave rounding to whoever shows the number',
    ],
    ['two steps', op(ref('a'), '*', ref('daily')), '"daily" is aggregated in two steps'],
  ])('does not attribute %s', (_, formula, reason) => {
    expect(formOf(formula)).toEqual({ kind: 'other', reason })
  })

  test('attributes another period, but not its means per base period', () => {
    const metric = { name: 'm', measures, formula: op(ref('a'), '-', ref('before')) }
    expect(requestForm({ metric, calculation: 'ALL' })).toMatchObject({ kind: 'linear' })
    const reason = 'its means are over periods of other windows'
    expect(requestForm({ metric, calculation: 'AVG' })).toEqual({ kind: 'other', reason })
  })

  test('names a measure that the metric does not have', () => {
    expect(() => formOf(ref('user'))).toThrow(/names the measure "user".*did you mean "users"/)
  })
})

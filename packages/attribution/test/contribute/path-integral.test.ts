import type { TypedExpr } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { pathWeights } from '../../src/contribute/path-integral.ts'
import { metricForm } from '../../src/plan/metric-form.ts'
import { formulaOf, MEASURES } from './support/random-formula.ts'

const ref = (name: string): TypedExpr => ({ kind: 'reference', type: 'DOUBLE', table: null, name })
const op = (left: TypedExpr, op: '+' | '-' | '*' | '/', right: TypedExpr): TypedExpr => ({
  kind: 'arithmetic',
  type: 'DOUBLE',
  op,
  left,
  right,
})
const call = (name: 'Sqrt' | 'Ln' | 'Power', ...args: TypedExpr[]): TypedExpr => ({
  kind: 'call',
  type: 'DOUBLE',
  function: name,
  args,
})
const [a, b, c] = [ref('a'), ref('b'), ref('c')]
const measures = new Map([
  ['a', 0],
  ['b', 1],
  ['c', 2],
])
const ends = (compare: number[], current: number[]) => ({
  compare: Float64Array.from(compare),
  current: Float64Array.from(current),
})

describe('the weights of a path', () => {
  test('of a product are the means of the other factor', () => {
    const weights = pathWeights(op(a, '*', b), measures, ends([2, 3, 0], [4, 7, 0]))!
    expect([...weights.values]).toEqual([expect.closeTo(5, 12), expect.closeTo(3, 12), 0])
    expect(weights.residual).toBeCloseTo(0, 12)
  })

  test('of a quotient are those of its closed form', () => {
    const { values } = pathWeights(op(a, '/', b), measures, ends([80, 150, 0], [90, 200, 0]))!
    const logarithm = Math.log(200 / 150) / 50
    const [slope, start] = [10 / 50, 80 - (10 / 50) * 150]
    expect(values[0]).toBeCloseTo(logarithm, 14)
    expect(values[1]).toBeCloseTo(-(start / (150 * 200) + slope * logarithm), 14)
  })

  test.each<[string, TypedExpr]>([
    ['a sum of ratios', op(op(a, '/', b), '+', op(b, '/', c))],
    ['a product of three', op(op(a, '*', b), '*', c)],
    ['a root of a product', call('Sqrt', op(a, '*', b))],
    ['a logarithm of a ratio', call('Ln', op(a, '/', c))],
    ['a power', call('Power', a, op(b, '/', c))],
  ])('of %s add up to its change, and swap with the windows', (_, formula) => {
    const [x, y] = [
      [3, 5, 7],
      [4, 2, 9],
    ]
    const there = pathWeights(formula, measures, ends(x!, y!))!
    const back = pathWeights(formula, measures, ends(y!, x!))!
    expect(Math.abs(there.residual)).toBeLessThan(1e-12)
    for (const [measure, value] of there.values.entries())
      expect(back.values[measure]).toBeCloseTo(value, 12)
  })

  test('explain the change when a denominator grows from near zero', () => {
    const formula = op(op(a, '/', b), '*', c)
    const weights = pathWeights(formula, measures, ends([1, 0.01, 2], [1, 20_000, 3]))!
    const change = 3 / 20_000 - 200
    expect(Math.abs(weights.residual)).toBeLessThan(1e-9 * Math.abs(change))
  })

  test('are null when a denominator crosses zero while the numerator is zero', () => {
    const formula = op(op(op(a, '-', b), '/', c), '+', a)
    expect(pathWeights(formula, measures, ends([2, 2, -3], [5, 5, 4]))).toBeNull()
    expect(pathWeights(formula, measures, ends([2, 2, 3], [5, 5, 4]))).not.toBeNull()
  })

  test('are none where the formula has no value on the way', () => {
    expect(pathWeights(op(a, '/', op(b, '-', c)), measures, ends([1, 1, 2], [1, 2, 1]))).toBeNull()
    expect(pathWeights(call('Ln', a), measures, ends([-1, 0, 0], [1, 0, 0]))).toBeNull()
    expect(pathWeights(op(a, '/', b), measures, ends([1, 0, 0], [1, 1, 0]))).toBeNull()
  })
})

/** The weights of a formula in text, at the values of a, b and c. */
function weightsOf(text: string, compare: readonly number[], current: readonly number[]) {
  const form = metricForm({ name: 'm', measures: MEASURES, formula: formulaOf(text) })
  if (form.kind !== 'path') throw new Error(`${text} is ${form.kind}`)
  const point = (values: readonly number[]) =>
    Float64Array.from(MEASURES, (_, at) => values[at] ?? 1)
  const index = new Map(MEASURES.map(({ name }, at) => [name, at]))
  return pathWeights(form.formula, index, { compare: point(compare), current: point(current) })
}

/** What the weights explain, less the change. */
function gapOf(
  weights: { values: Float64Array },
  compare: readonly number[],
  current: readonly number[],
) {
  return compare.reduce((sum, from, at) => sum + weights.values[at]! * (current[at]! - from), 0)
}

describe('the weights of a path that is steep, long or bent', () => {
  test('are identical in both directions when a square root starts near zero', () => {
    const [x, y] = [
      [3706.6066, 0.01366],
      [0, 0.01366],
    ] as const
    const there = weightsOf('Sqrt([a] * [a] + [b] * [b])', x, y)!
    const back = weightsOf('Sqrt([a] * [a] + [b] * [b])', y, x)!
    expect(back.values).toEqual(there.values)
    expect(back.residual).toBe(0 - there.residual)
    const change = 0.01366 - Math.hypot(...x)
    expect(gapOf(there, x, y)).toBeCloseTo(change, 9)
  })

  test('explain the change when an exponential grows over a hundred orders of magnitude', () => {
    const [x, y] = [
      [28.7, 1],
      [489, 2],
    ] as const
    const change = Math.exp(489 / 2) - Math.exp(28.7)
    const weights = weightsOf('Exp([a] / [b])', x, y)!
    expect(Math.abs(gapOf(weights, x, y) / change - 1)).toBeLessThan(1e-12)
  })

  test.each<[string, readonly number[], readonly number[], readonly number[]]>([
    ['Sqrt([a])', [0], [9], [1 / 3]],
    ['Power([a], 0.1)', [0], [1024], [2 / 1024]],
    ['Sqrt([a] - [b])', [5, 5], [8, 4], [0.5, -0.5]],
    ['Sqrt(Ln([a]))', [1], [Math.E], [1 / (Math.E - 1)]],
    ['Ln([a])', [1e-300], [1], [Math.log(1e300)]],
    ['1 / [a]', [1e-20], [1e20], [-1]],
    ['Abs([a])', [-1], [3], [0.5]],
    ['Power(Abs([a]), 0.5)', [-1], [9], [0.2]],
    ['Sign([a]) * Sqrt(Abs([a]))', [-1], [4], [0.6]],
    ['Greatest([a], 2)', [0], [4], [0.5]],
    ['Least([a], [b])', [0, 1], [2, 1], [0.5, 0.5]],
    ['If([a] > 1, [a] * [a], 2 * [a] - 1)', [0], [3], [10 / 3]],
    ['If([b] > 0, [a] / [b], NULL)', [1, 2], [3, 2], [0.5, -0.5]],
    ['Coalesce([a] / [b], 0)', [1, 2], [3, 2], [0.5, -0.5]],
    ['[a] / [b] * [b] / [c]', [1, -1, 2], [3, 1, 2], [0.5, 0, -0.5]],
    ['[a] * [b] / [b]', [1, -1], [3, 1], [1, 0]],
  ])('are those of %s from %j to %j', (text, compare, current, expected) => {
    const weights = weightsOf(text, compare, current)!
    for (const [measure, value] of expected.entries()) {
      const size = Math.max(1e-300, Math.abs(value))
      expect(Math.abs(weights.values[measure]! - value) / size).toBeLessThan(1e-9)
    }
  })

  test.each<[string, readonly number[], readonly number[]]>([
    ['1 / [a]', [-1], [1]],
    ['1 / ([a] * [a])', [-1], [2]],
    ['Ln(Abs([a]))', [-1], [2]],
    ['Ln([a])', [0], [1]],
    ['Sqrt([a])', [-1], [4]],
    ['Log([a], [b])', [2, 0.5], [2, 3]],
    ['Coalesce([a] / [b], 0)', [1, -1], [1, 2]],
    ['Coalesce([a] / [b], 0)', [1, 0], [1, 2]],
    ['If([a] > 1, [a] + 1, [a])', [0], [3]],
    ['If([b] <= [a], [a], 0) + [a]', [1, 0], [0, 0.001]],
    ['Sign([a]) * [b]', [-1, 1], [1, 1]],
    ['Exp([a])', [0], [1000]],
    ['Coalesce([b] / [a], 0)', [3, 1], [Number.POSITIVE_INFINITY, 2]],
    ['[a] * [b] * [c]', [3, 1, 1], [2, 2, Number.NEGATIVE_INFINITY]],
  ])(
    'are none for %s from %j to %j, which has no value there or jumps',
    (text, compare, current) => {
      expect(weightsOf(text, compare, current)).toBeNull()
    },
  )
})

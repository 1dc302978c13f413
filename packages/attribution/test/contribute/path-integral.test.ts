import type { TypedExpr } from '@tributary/expression'
import { describe, expect, test } from 'vitest'
import { pathWeights } from '../../src/contribute/path-integral.ts'

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
const leaves = new Map([
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
    const weights = pathWeights(op(a, '*', b), leaves, ends([2, 3, 0], [4, 7, 0]))!
    expect([...weights.values]).toEqual([expect.closeTo(5, 12), expect.closeTo(3, 12), 0])
    expect(weights.residual).toBeCloseTo(0, 12)
  })

  test('of a quotient are those of its closed form', () => {
    const { values } = pathWeights(op(a, '/', b), leaves, ends([80, 150, 0], [90, 200, 0]))!
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
    const there = pathWeights(formula, leaves, ends(x!, y!))!
    const back = pathWeights(formula, leaves, ends(y!, x!))!
    expect(Math.abs(there.residual)).toBeLessThan(1e-12)
    for (const [leaf, value] of there.values.entries())
      expect(back.values[leaf]).toBeCloseTo(value, 12)
  })

  test('close where a denominator grows from next to nothing', () => {
    const formula = op(op(a, '/', b), '*', c)
    const weights = pathWeights(formula, leaves, ends([1, 0.01, 2], [1, 20_000, 3]))!
    const change = 3 / 20_000 - 200
    expect(Math.abs(weights.residual)).toBeLessThan(1e-9 * Math.abs(change))
  })

  test('are none where a denominator passes zero below a numerator of nothing', () => {
    const formula = op(op(op(a, '-', b), '/', c), '+', a)
    expect(pathWeights(formula, leaves, ends([2, 2, -3], [5, 5, 4]))).toBeNull()
    expect(pathWeights(formula, leaves, ends([2, 2, 3], [5, 5, 4]))).not.toBeNull()
  })

  test('are none where the formula has no value on the way', () => {
    expect(pathWeights(op(a, '/', op(b, '-', c)), leaves, ends([1, 1, 2], [1, 2, 1]))).toBeNull()
    expect(pathWeights(call('Ln', a), leaves, ends([-1, 0, 0], [1, 0, 0]))).toBeNull()
    expect(pathWeights(op(a, '/', b), leaves, ends([1, 0, 0], [1, 1, 0]))).toBeNull()
  })
})

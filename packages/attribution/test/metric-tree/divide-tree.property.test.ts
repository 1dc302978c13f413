import { compile, type Scope, type TypedExpr } from '@tributary/expression'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideChange, formulaValue, type NodeValues } from '../../src/metric-tree/divide-change.ts'
import { divideTree, type MetricTree, treeMismatch } from '../../src/metric-tree/divide-tree.ts'

const names: Scope = {
  resolve: (name) => ({
    found: {
      kind: 'reference',
      type: 'DOUBLE',
      table: null,
      name: name.kind === 'field' ? name.name : name.column,
    },
  }),
  names: () => [],
}
const formula = (text: string): TypedExpr => compile(text, names, { path: 'expr' })

const FORMULAS = [
  '[a] + [b] - 2 * [c]',
  '[a] / [b]',
  '[a] * [b] * [c]',
  '([a] - [b]) / [c]',
  '[a] * [b] + [c] * [d]',
  '1 - [a] / [b]',
  '[a] / ([b] + [c])',
  'Sqrt(Abs([a])) + [b] * [b]',
  'If([a] > [b], [a] * [c], [d])',
] as const
const LETTERS = ['a', 'b', 'c', 'd'] as const

type Values = Readonly<Record<(typeof LETTERS)[number], { current: number; compare: number }>>
const number = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.double({ min: 0.001, max: 1e6, noNaN: true }),
  fc.integer({ min: -1e6, max: 1e6 }).map((one) => one / 1024),
)
const pair = fc.record({ current: number, compare: number })
const values: fc.Arbitrary<Values> = fc.record({ a: pair, b: pair, c: pair, d: pair })

const valueAt = (text: string, all: Values, window: keyof Values['a']) =>
  formulaValue(formula(text), (name) => all[name as 'a'][window])
const known = (all: Values): ReadonlyMap<string, NodeValues> => new Map(Object.entries(all))
const divide = (text: string, all: Values) => divideChange(formula(text), known(all))

/** Values of the terms on the way, against which rounding is measured. */
function sizeOf(parts: ReadonlyMap<string, { contribution: number }>, ...more: number[]): number {
  return [...parts.values()].reduce(
    (sum, one) => sum + Math.abs(one.contribution),
    more.reduce((sum, one) => sum + Math.abs(one), 0),
  )
}

describe('divideChange', () => {
  test('gives parts that add up to the change, for every formula with a method', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMULAS), values, (text, all) => {
        const division = divide(text, all)
        if (division.method === null) return
        const now = valueAt(text, all, 'current')!
        const before = valueAt(text, all, 'compare')!
        const sum = [...division.parts.values()].reduce((total, one) => total + one.contribution, 0)
        const size = sizeOf(division.parts, now, before)
        expect(Math.abs(sum - (now - before))).toBeLessThanOrEqual(1e-9 * size)
      }),
    )
  })

  test('always has a method for sums and products of known values, and for quotients of divisors of one sign', () => {
    fc.assert(
      fc.property(values, (all) => {
        expect(divide('[a] + [b] - 2 * [c]', all).method).toBe('sum')
        expect(divide('[a] * [b] * [c]', all).method).not.toBeNull()
        const { current, compare } = all.b
        if (current * compare > 0) expect(divide('[a] / [b]', all).method).not.toBeNull()
      }),
    )
  })

  test('negates every contribution when the windows are swapped', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMULAS), values, (text, all) => {
        const swapped = Object.fromEntries(
          LETTERS.map((one) => [one, { current: all[one].compare, compare: all[one].current }]),
        ) as Values
        const [there, back] = [divide(text, all), divide(text, swapped)]
        expect(back.method).toBe(there.method)
        if (there.method === null || back.method === null) return
        const size = sizeOf(there.parts, valueAt(text, all, 'current')!)
        for (const [name, { contribution }] of there.parts) {
          const other = back.parts.get(name)!.contribution
          expect(Math.abs(contribution + other)).toBeLessThanOrEqual(1e-9 * size)
        }
      }),
    )
  })

  test('does not depend on the order of the children', () => {
    const orders = [
      ['[a] * [b] + [c]', '[c] + [b] * [a]'],
      ['[a] / ([b] + [c])', '[a] / ([c] + [b])'],
      ['[a] * [b] / [c]', '1 / [c] * [b] * [a]'],
    ] as const
    fc.assert(
      fc.property(fc.constantFrom(...orders), values, ([one, other], all) => {
        const [first, second] = [divide(one, all), divide(other, all)]
        expect(second.method).toBe(first.method)
        if (first.method === null || second.method === null) return
        const size = sizeOf(first.parts, valueAt(one, all, 'current')!)
        for (const [name, { contribution }] of first.parts) {
          const found = second.parts.get(name)!.contribution
          expect(Math.abs(found - contribution)).toBeLessThanOrEqual(1e-9 * size)
        }
      }),
    )
  })

  test('scales with a factor of a product in both windows', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 2, max: 1000 }), (all, factor) => {
        const { current, compare } = all.a
        const larger = { ...all, a: { current: current * factor, compare: compare * factor } }
        const [one, scaled] = [divide('[a] * [b] / [c]', all), divide('[a] * [b] / [c]', larger)]
        expect(scaled.method).toBe(one.method)
        if (one.method === null || scaled.method === null) return
        const size = sizeOf(scaled.parts)
        for (const [name, { contribution }] of one.parts) {
          const found = scaled.parts.get(name)!.contribution
          expect(Math.abs(found - factor * contribution)).toBeLessThanOrEqual(1e-8 * size)
        }
      }),
    )
  })

  test('is continuous where a factor becomes 0', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (x, y) => {
        const at = (zero: number) => ({
          a: { current: x, compare: zero },
          b: { current: y, compare: y + 3 },
          c: { current: 1, compare: 1 },
          d: { current: 1, compare: 1 },
        })
        const [limit, near] = [divide('[a] * [b]', at(0)), divide('[a] * [b]', at(1e-300))]
        if (limit.method !== 'logarithmicMean' || near.method !== 'logarithmicMean') {
          throw new Error('expected logarithmic means')
        }
        expect(limit.parts.get('a')!.contribution).toBe(x * y)
        expect(limit.parts.get('b')!.contribution).toBe(0)
        expect(near.parts.get('a')!.contribution / (x * y)).toBeCloseTo(1, 1)
      }),
    )
  })

  test('gives nearly the same contributions when an unchanged child changes a little', () => {
    const calm = fc.record({
      current: fc.integer({ min: 2, max: 30 }),
      compare: fc.integer({ min: 2, max: 30 }),
    })
    const texts = ['[a] * [b] * [c]', '[a] / [b]', '[a] / ([b] + [c])', '[b] * [b] / ([a] + 1)']
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.tuple(calm, calm, calm), (text, [a, c, d]) => {
        const still = { a, b: { current: 7, compare: 7 }, c, d }
        const moved = { ...still, b: { current: 7 * (1 + 1e-6), compare: 7 } }
        const [limit, near] = [divide(text, still), divide(text, moved)]
        if (limit.method === null || near.method === null) throw new Error('expected a method')
        const expected = near.parts.get('b')!.slope!
        expect(Math.abs(limit.parts.get('b')!.slope! - expected)).toBeLessThanOrEqual(
          1e-4 * Math.abs(expected),
        )
      }),
    )
  })

  test('gives the Shapley values of two factors with changing signs, by their closed form', () => {
    const all = {
      a: { current: 3, compare: -2 },
      b: { current: 5, compare: 4 },
      c: { current: 1, compare: 1 },
      d: { current: 1, compare: 1 },
    }
    const division = divide('[a] * [b]', all)
    expect(division.method).toBe('shapley')
    if (division.method === null) return
    expect(division.parts.get('a')!.contribution).toBe(5 * 4.5)
    expect(division.parts.get('b')!.contribution).toBe(1 * 0.5)
  })

  test('says why a change does not divide', () => {
    const one = { current: 1, compare: 1 }
    const missing = new Map<string, NodeValues>([
      ['a', one],
      ['b', { current: 1, compare: null }],
    ])
    expect(divideChange(formula('[a] / [b]'), missing)).toEqual({
      method: null,
      reason: 'b has no value in the compare window',
    })
    const jump = { a: { current: 1, compare: 2 }, b: { current: 1, compare: 2 }, c: one, d: one }
    const crossing = { ...jump, b: { current: 2, compare: -1 }, c: { current: 0, compare: -3 } }
    expect(divide('[a] / ([b] + [c])', crossing)).toMatchObject({ method: 'shapley' })
    const stuck = { ...jump, b: { current: 2, compare: -1 }, c: { current: 1, compare: 0 } }
    expect(divide('[a] / ([b] + [c])', stuck)).toMatchObject({ method: null })
    const letters = [...'abcdefghijklm']
    const text = `Sqrt(${letters.map((one) => `[${one}]`).join(' + ')})`
    const many = new Map(letters.map((one) => [one, { current: 2, compare: 1 }]))
    expect(divideChange(formula(text), many)).toMatchObject({ method: null })
    const twelve = new Map([...many, ['m', one]])
    expect(divideChange(formula(text), twelve)).toMatchObject({ method: 'shapley' })
  })
})

const positive = fc.record({
  current: fc.double({ min: 0.5, max: 1e4, noNaN: true }),
  compare: fc.double({ min: 0.5, max: 1e4, noNaN: true }),
})

/** root = u / v, u = a * b + c, v = c2 + d, whose values follow from the leaves. */
const trees: fc.Arbitrary<MetricTree> = fc
  .tuple(positive, positive, positive, positive, positive)
  .map((leaves) => {
    const formulas = new Map([
      ['root', formula('[u] / [v]')],
      ['u', formula('[a] * [b] + [c]')],
      ['v', formula('[e] + [d]')],
    ])
    const all = new Map<string, NodeValues>(
      ['a', 'b', 'c', 'd', 'e'].map((name, i) => [name, leaves[i]!]),
    )
    for (const name of ['u', 'v', 'root']) {
      const at = (window: keyof NodeValues) =>
        formulaValue(formulas.get(name)!, (child) => all.get(child)![window])
      all.set(name, { current: at('current'), compare: at('compare') })
    }
    return { root: 'root', formulas, values: all }
  })

describe('divideTree', () => {
  test('closes at every level: the shares of the children add up to the share of their parent', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const changes = divideTree(tree)
        const { current, compare } = changes[0]!
        fc.pre(Math.abs(current! - compare!) > 1e-3 * Math.abs(current!))
        for (const parent of changes.filter(({ method }) => method !== null)) {
          const children = changes.filter((one) => one.parent === parent.name)
          const size = children.reduce((sum, one) => sum + Math.abs(one.shareOfRoot!), 1)
          const sum = children.reduce((total, one) => total + one.shareOfRoot!, 0)
          expect(Math.abs(sum - parent.shareOfRoot!)).toBeLessThanOrEqual(1e-8 * size)
        }
      }),
    )
  })

  test('lists parents first, each node once', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const listed = divideTree(tree).map(({ name }) => name)
        expect(listed).toEqual(['root', 'u', 'a', 'b', 'c', 'v', 'e', 'd'])
      }),
    )
  })

  test('shows children that offset each other below an unchanged node', () => {
    const values = new Map<string, NodeValues>([
      ['root', { current: 50, compare: 40 }],
      ['u', { current: 10, compare: 10 }],
      ['v', { current: 5, compare: 4 }],
      ['a', { current: 7, compare: 4 }],
      ['b', { current: 3, compare: 6 }],
    ])
    const formulas = new Map([
      ['root', formula('[u] * [v]')],
      ['u', formula('[a] + [b]')],
    ])
    const changes = divideTree({ root: 'root', formulas, values })
    const [a, b] = ['a', 'b'].map((name) => changes.find((one) => one.name === name)!)
    expect([a!.contribution, b!.contribution]).toEqual([3, -3])
    expect([a!.shareOfParent, b!.shareOfParent]).toEqual([null, null])
    // What the root changes by when u does: the logarithmic mean of 50 and 40 over 10.
    const slope = 10 / Math.log(50 / 40) / 10
    expect(a!.shareOfRoot).toBeCloseTo((3 * slope) / 10, 12)
    expect(b!.shareOfRoot).toBeCloseTo((-3 * slope) / 10, 12)
  })
})

describe('treeMismatch', () => {
  test('finds nothing in a tree whose values follow from one another, and each value that does not', () => {
    fc.assert(
      fc.property(trees, fc.constantFrom('root', 'u', 'v'), (tree, name) => {
        expect(treeMismatch(tree)).toBeNull()
        const { current, compare } = tree.values.get(name)!
        const wrong = new Map([...tree.values, [name, { current: current! * 1.001, compare }]])
        expect(treeMismatch({ ...tree, values: wrong })).not.toBeNull()
      }),
    )
  })

  test('reports a value where null is expected as a mismatch, but not null against null', () => {
    const formulas = new Map([['root', formula('[u] / [v]')]])
    const at = (root: number | null) =>
      new Map<string, NodeValues>([
        ['root', { current: 1, compare: root }],
        ['u', { current: 2, compare: 0 }],
        ['v', { current: 2, compare: 0 }],
      ])
    expect(treeMismatch({ root: 'root', formulas, values: at(null) })).toBeNull()
    expect(treeMismatch({ root: 'root', formulas, values: at(0) })).toEqual({
      name: 'root',
      window: 'compare',
      expression: null,
      metric: 0,
    })
  })
})

import { type CausesInput, type CausesReport, locateCauses } from '@tributary/attribution'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

/** Leaves of three dimensions, noise around a size, and one segment with its own change. */
const inputs = fc
  .record({
    cards: fc.tuple(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 3, max: 8 }),
    ),
    seed: fc.integer({ min: 1, max: 1e6 }),
    shift: fc.constantFrom(-0.6, -0.4, 0.7, 1.5),
    dimension: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ cards, seed, shift, dimension }) => leavesOf(cards, { seed, shift, dimension }))

function leavesOf(
  cards: readonly number[],
  { seed, shift, dimension }: { seed: number; shift: number; dimension: number },
): CausesInput {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const count = cards.reduce((product, card) => product * card, 1)
  let after = count
  const dimensions = cards.map((card, index) => {
    after /= card
    const width = after
    const codes = Uint32Array.from({ length: count }, (_, i) => Math.floor(i / width) % card)
    const values = Array.from({ length: card }, (_, i) => `v${index}${i}`)
    return { name: `d${index}`, values, codes }
  })
  const compare = Float64Array.from({ length: count }, () => 50 + 500 * next())
  const current = compare.map((value, leaf) => {
    const moved = dimensions[dimension]!.codes[leaf] === 0 ? 1 + shift : 1
    return value * moved * (1 + 0.04 * (next() + next() - 1))
  })
  return { dimensions, current, compare }
}

/** The segments, whatever their order, with their values rounded. */
function gist({ causes }: CausesReport, rename: (text: string) => string = (text) => text) {
  return causes
    .map(({ conditions, current, compare, kind }) => ({
      where: conditions
        .map(
          ({ dimension, value, not }) =>
            `${rename(dimension)}${not === true ? '≠' : '='}${rename(value)}`,
        )
        .sort()
        .join(' '),
      current: Math.round(current ?? 0),
      compare: Math.round(compare ?? 0),
      kind,
    }))
    .sort((a, b) => (a.where < b.where ? -1 : 1))
}

function permuted(input: CausesInput, order: readonly number[]): CausesInput {
  const take = (column: Float64Array) => Float64Array.from(order, (leaf) => column[leaf]!)
  return {
    dimensions: input.dimensions.map((one) => ({
      ...one,
      codes: Uint32Array.from(order, (leaf) => one.codes[leaf]!),
    })),
    current: take(input.current),
    compare: take(input.compare),
  }
}

/** The leaves that fulfil some conditions. */
function selectLeaves(
  { dimensions, current }: CausesInput,
  conditions: CausesReport['causes'][number]['conditions'],
): readonly number[] {
  return [...current.keys()].filter((leaf) =>
    conditions.every(({ dimension, value, not = false }) => {
      const { values, codes } = dimensions.find(({ name }) => name === dimension)!
      return (values[codes[leaf]!] === value) !== not
    }),
  )
}

const runs = { numRuns: process.env.TRIBUTARY_LONG === undefined ? 40 : 2000 }

describe('the causes of a change', () => {
  test('name a segment that moved by itself', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { causes } = locateCauses(input)
        expect(causes.length).toBeGreaterThan(0)
      }),
      runs,
    )
  })

  test('do not depend on the order of rows, dimensions and values', () => {
    fc.assert(
      fc.property(inputs, fc.infiniteStream(fc.nat(1e6)), (input, numbers) => {
        const expected = locateCauses(input)
        const keys = Array.from(input.current, () => numbers.next().value as number)
        const order = [...keys.keys()].sort((a, b) => keys[a]! - keys[b]! || a - b)
        const turned = input.dimensions.toReversed().map((one) => ({
          name: one.name,
          values: one.values.toReversed(),
          codes: one.codes.map((code) => one.values.length - 1 - code),
        }))
        expect(locateCauses(permuted({ ...input, dimensions: turned }, order))).toEqual(expected)
      }),
      runs,
    )
  })

  test('are the same under other names', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const renamed = input.dimensions.map((one) => ({
          ...one,
          name: `x ${one.name}`,
          values: one.values.map((value) => `x ${value}`),
        }))
        const report = locateCauses({ ...input, dimensions: renamed })
        expect(gist(report, (text) => text.slice(2))).toEqual(gist(locateCauses(input)))
      }),
      runs,
    )
  })

  test('list as other names the segments that select the same leaves', () => {
    fc.assert(
      fc.property(inputs, fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }), (input, copied) => {
        // A copy has values of its own, in an order of its own.
        const copies = copied.map((index, at) => {
          const { values, codes } = input.dimensions[index]!
          const last = values.length - 1
          return {
            name: `copy ${at}`,
            values: values.map((_, code) => `${at} ${(code * 7) % 11} ${code}`),
            codes: codes.map((code) => last - code),
          }
        })
        const all = { ...input, dimensions: [...input.dimensions, ...copies] }
        const { causes } = locateCauses(all)
        expect(causes.some(({ sameAs }) => sameAs.length > 0)).toBe(
          causes.some(({ conditions }) =>
            conditions.some(
              ({ dimension }) =>
                /copy/.test(dimension) || copied.includes(Number(dimension.slice(1))),
            ),
          ),
        )
        for (const { conditions, sameAs } of causes) {
          const leaves = selectLeaves(all, conditions)
          for (const others of sameAs) expect(selectLeaves(all, others)).toEqual(leaves)
        }
      }),
      runs,
    )
  })

  test('are the same when every leaf is given in two halves', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const twice = [...input.current.keys(), ...input.current.keys()]
        const doubled = permuted(input, twice)
        const halves = {
          ...doubled,
          current: doubled.current.map((value) => value / 2),
          compare: doubled.compare.map((value) => value / 2),
        }
        expect(gist(locateCauses(halves))).toEqual(gist(locateCauses(input)))
      }),
      runs,
    )
  })

  test('are the same, twice as large, when all leaves are doubled', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const twice = (column: Float64Array) => column.map((value) => 2 * value)
        const [first, second] = [
          locateCauses(input),
          locateCauses({
            ...input,
            current: twice(input.current),
            compare: twice(input.compare),
          }),
        ]
        const doubled = (value: number | null) => (value === null ? null : 2 * value)
        const expected = first.causes.map((one) => ({
          ...one,
          current: doubled(one.current),
          compare: doubled(one.compare),
          change: doubled(one.change),
          expected: doubled(one.expected),
          unexpected: doubled(one.unexpected),
          contribution: 2 * one.contribution,
        }))
        expect(second.causes).toEqual(expected)
        expect(second.unexplained).toBeCloseTo(2 * first.unexplained, 9)
      }),
      runs,
    )
  })

  test('do not change when a constant dimension and a copy of a dimension are added', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const copied = input.dimensions[1]!
        const constant = {
          name: 'one',
          values: ['only'],
          codes: new Uint32Array(input.current.length),
        }
        const report = locateCauses({
          ...input,
          dimensions: [constant, ...input.dimensions, { ...copied, name: 'd1 again' }],
        })
        expect(gist(report)).toEqual(gist(locateCauses(input)))
        expect(report.considered.leftOut).toEqual(['d1 again', 'one'])
      }),
      runs,
    )
  })

  test('add up, with what is common and unexplained, to the change', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { causes, common, unexplained } = locateCauses(input)
        const parts = causes.reduce((sum, { contribution }) => sum + contribution, 0)
        const total = (column: Float64Array) => column.reduce((sum, one) => sum + one, 0)
        const change = total(input.current) - total(input.compare)
        expect(parts + (common?.contribution ?? 0) + unexplained).toBeCloseTo(change, 6)
      }),
      runs,
    )
  })

  test('are gone where they were new when the windows are swapped', () => {
    const input = leavesOf([4, 5, 6], { seed: 5, shift: 0, dimension: 0 })
    const isInside = (leaf: number) => input.dimensions[1]!.codes[leaf] === 2
    const compare = input.compare.map((value, leaf) => (isInside(leaf) ? 0 : value))
    const fresh = locateCauses({ ...input, compare })
    const gone = locateCauses({ ...input, current: compare, compare: input.current })
    expect(gist(fresh).map(({ where, kind }) => [where, kind])).toEqual([['d1=v12', 'new']])
    expect(gist(gone).map(({ where, kind }) => [where, kind])).toEqual([['d1=v12', 'gone']])
  })
})

test('a change that all segments share has no cause but is common', () => {
  const input = leavesOf([4, 5, 6], { seed: 7, shift: 0, dimension: 0 })
  const { causes, common } = locateCauses({
    ...input,
    current: input.current.map((value) => value * 1.5),
  })
  expect(causes).toEqual([])
  expect(common?.factor).toBeCloseTo(1.5, 1)
})

test('a quiet change has no cause', () => {
  const { causes, common } = locateCauses(leavesOf([4, 5, 6], { seed: 8, shift: 0, dimension: 0 }))
  expect(causes).toEqual([])
  expect(common).toBeNull()
})

test('a cause in all values except a single value is named as "not that value"', () => {
  const input = leavesOf([5, 6, 8], { seed: 9, shift: 0, dimension: 0 })
  const current = input.current.map((value, leaf) =>
    input.dimensions[0]!.codes[leaf] === 3 ? value : value * 0.5,
  )
  const { causes } = locateCauses({ ...input, current })
  expect(causes.map(({ conditions }) => conditions)).toEqual([
    [{ dimension: 'd0', value: 'v03', not: true }],
  ])
})

test('a coarser dimension names a segment that a finer one also names', () => {
  const input = leavesOf([4, 5, 6], { seed: 10, shift: -0.5, dimension: 1 })
  const cities = input.dimensions[2]!
  const states = {
    name: 'state',
    values: ['east', 'west'],
    codes: cities.codes.map((code) => code % 2),
  }
  const { causes } = locateCauses({ ...input, dimensions: [...input.dimensions, states] })
  expect(gist({ causes } as CausesReport).map(({ where }) => where)).toEqual(['d1=v10'])
})

test('a dimension whose values are each in one window only is left out', () => {
  const input = leavesOf([4, 5, 6], { seed: 11, shift: -0.5, dimension: 1 })
  const leaves = [...input.current.keys()]
  const both = permuted(input, [...leaves, ...leaves])
  const isNow = (leaf: number) => leaf < leaves.length
  const codes = Uint32Array.from(both.current, (_, leaf) => (isNow(leaf) ? 0 : 1))
  const report = locateCauses({
    dimensions: [...both.dimensions, { name: 'side', values: ['Atlanta', 'Chicago'], codes }],
    current: both.current.map((value, leaf) => (isNow(leaf) ? value : 0)),
    compare: both.compare.map((value, leaf) => (isNow(leaf) ? 0 : value)),
  })
  expect(report.considered.leftOut).toEqual(['side'])
  expect(report.causes).toEqual(locateCauses(input).causes)
})

test('refuses columns that do not fit together', () => {
  const input = leavesOf([2, 3, 3], { seed: 1, shift: 0, dimension: 0 })
  expect(() => locateCauses({ ...input, compare: new Float64Array(3) })).toThrow(/"compare" has 3/)
  const nan = input.current.map((value, i) => (i === 4 ? Number.NaN : value))
  expect(() => locateCauses({ ...input, current: nan })).toThrow(/finite number, but row 4/)
  const codes = Uint32Array.from(input.current, () => 9)
  const dimensions = [{ ...input.dimensions[0]!, codes }]
  expect(() => locateCauses({ ...input, dimensions })).toThrow(/a number below 2/)
})

test('an aborted signal stops it', () => {
  const signal = AbortSignal.abort(new Error('enough'))
  const input = leavesOf([2, 3, 3], { seed: 1, shift: 0, dimension: 0 })
  expect(() => locateCauses(input, { signal })).toThrow('enough')
})

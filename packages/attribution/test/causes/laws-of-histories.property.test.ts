import { type CausesInput, type CausesReport, locateCauses } from '@tributary/attribution'
import { runInSlices } from '@tributary/core/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locateCausesInSlices } from '../../src/causes/locate-causes.ts'
import { grid, numbersFrom } from './made-leaves.ts'

/** Counts, or quotients of them, of a window and five earlier ones, with one segment that changed by itself. */
const inputs = fc
  .record({
    cards: fc.tuple(
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 3, max: 5 }),
      fc.integer({ min: 3, max: 6 }),
    ),
    seed: fc.integer({ min: 1, max: 1e6 }),
    factor: fc.constantFrom(0, 0.3, 2.5),
    isQuotient: fc.boolean(),
  })
  .map(leavesOf)

interface Made {
  readonly cards: readonly number[]
  readonly seed: number
  readonly factor: number
  readonly isQuotient: boolean
}

function leavesOf({ cards, seed, factor, isQuotient }: Made): CausesInput {
  const next = numbersFrom(seed)
  const dimensions = grid(cards)
  const sizes = Float64Array.from(dimensions[0]!.codes, () => 20 + 400 * next())
  const counted = (size: number) =>
    Math.max(1, Math.round(size + 2 * Math.sqrt(size) * (next() + next() - 1)))
  const below = Array.from({ length: 7 }, () => sizes.map(counted))
  const above = below.map((own) => own.map((size) => counted(isQuotient ? size / 3 : size)))
  const isIn = (leaf: number) => dimensions[1]!.codes[leaf] === 1
  const current = above[0]!.map((one, leaf) => Math.round(isIn(leaf) ? factor * one : one))
  return {
    dimensions,
    current,
    compare: above[1]!,
    history: above.slice(2),
    ...(isQuotient && {
      currentDenominator: below[0]!,
      compareDenominator: below[1]!,
      historyDenominators: below.slice(2),
    }),
  }
}

/** The input with another order, or another size, of its leaves. */
function mapped(input: CausesInput, order: readonly number[], scale = 1): CausesInput {
  const take = (column: Float64Array) => Float64Array.from(order, (leaf) => scale * column[leaf]!)
  const { currentDenominator: below, compareDenominator: belowBefore } = input
  return {
    dimensions: input.dimensions.map((one) => ({
      ...one,
      codes: Uint32Array.from(order, (leaf) => one.codes[leaf]!),
    })),
    current: take(input.current),
    compare: take(input.compare),
    ...(below && { currentDenominator: take(below) }),
    ...(belowBefore && { compareDenominator: take(belowBefore) }),
    ...(input.history && { history: input.history.map(take) }),
    ...(input.historyDenominators && { historyDenominators: input.historyDenominators.map(take) }),
  }
}

/** What is found, by the names of the segments. */
function gist({ causes }: CausesReport) {
  return causes.map(({ conditions, confidence, kind, contribution }) => ({
    where: conditions.map(({ dimension, value }) => `${dimension}=${value}`).sort(),
    confidence,
    kind,
    contribution: Number(contribution.toPrecision(9)),
  }))
}

const total = (column: Float64Array) => column.reduce((sum, one) => sum + one, 0)
const runs = { numRuns: process.env.TRIBUTARY_LONG === undefined ? 5 : 1000 }

describe('the causes of a change with a history', () => {
  test('do not depend on the order of rows, dimensions and values', () => {
    fc.assert(
      fc.property(inputs, fc.infiniteStream(fc.nat(1e6)), (input, numbers) => {
        const keys = Array.from(input.current, () => numbers.next().value as number)
        const order = [...keys.keys()].sort((a, b) => keys[a]! - keys[b]! || a - b)
        const dimensions = input.dimensions.toReversed().map((one) => ({
          name: one.name,
          values: one.values.toReversed(),
          codes: one.codes.map((code) => one.values.length - 1 - code),
        }))
        expect(locateCauses(mapped({ ...input, dimensions }, order))).toEqual(locateCauses(input))
      }),
      runs,
    )
  })

  test('are the same when every leaf is given in two halves', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const leaves = [...input.current.keys()]
        const halves = mapped(input, [...leaves, ...leaves], 0.5)
        expect(locateCauses(halves)).toEqual(locateCauses(input))
      }),
      runs,
    )
  })

  test('are the same when all numbers are four times as large', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { causes } = locateCauses(mapped(input, [...input.current.keys()], 4))
        const scale = input.currentDenominator === undefined ? 4 : 1
        const plain = locateCauses(input).causes
        expect(gist({ causes } as CausesReport)).toEqual(
          gist({ causes: plain } as CausesReport).map((one) => ({
            ...one,
            contribution: Number((scale * one.contribution).toPrecision(9)),
          })),
        )
      }),
      runs,
    )
  })

  test('do not change when a constant dimension and a copy of a dimension are added', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const codes = new Uint32Array(input.current.length)
        const dimensions = [
          { name: 'one', values: ['only'], codes },
          ...input.dimensions,
          { ...input.dimensions[2]!, name: 'd2 again' },
        ]
        const report = locateCauses({ ...input, dimensions })
        expect(gist(report)).toEqual(gist(locateCauses(input)))
        expect(report.considered.leftOut).toEqual(['d2 again', 'one'])
      }),
      runs,
    )
  })

  test('contribute what the path from one window to the other gives', () => {
    let seen = 0
    fc.assert(
      fc.property(inputs, (input) => {
        const claimed = new Set<number>()
        const { causes, common, mix, unexplained } = locateCauses(input)
        for (const { conditions, contribution } of causes) {
          const own = [...input.current.keys()].filter(
            (leaf) =>
              !claimed.has(leaf) &&
              conditions.every(({ dimension, value, not }) => {
                const { values, codes } = input.dimensions.find(({ name }) => name === dimension)!
                return (values[codes[leaf]!] === value) !== (not === true)
              }),
          )
          for (const leaf of own) claimed.add(leaf)
          expect(contribution).toBeCloseTo(alongThePath(input, own), 6)
          seen++
        }
        const parts = causes.reduce((sum, { contribution }) => sum + contribution, 0)
        const whole = alongThePath(input, [...input.current.keys()])
        const others = (common?.contribution ?? 0) + (mix?.remaining ?? 0) + unexplained
        expect(parts + others).toBeCloseTo(whole, 6)
      }),
      // One seed, so that some causes are surely looked at.
      { ...runs, seed: 7 },
    )
    expect(seen).toBeGreaterThan(3)
  })
})

/** The contribution of leaves when all numbers move together in small steps: the definition of Aumann and Shapley. */
function alongThePath(input: CausesInput, leaves: readonly number[]): number {
  const { current, compare, currentDenominator: below, compareDenominator: belowBefore } = input
  const moved = leaves.reduce((sum, leaf) => sum + current[leaf]! - compare[leaf]!, 0)
  if (below === undefined || belowBefore === undefined) return moved
  const grown = leaves.reduce((sum, leaf) => sum + below[leaf]! - belowBefore[leaf]!, 0)
  const [top, bottom] = [total(current) - total(compare), total(below) - total(belowBefore)]
  const steps = 400
  let sum = 0
  for (let step = 0; step < steps; step++) {
    const part = (step + 0.5) / steps
    const [numerator, denominator] = [
      total(compare) + part * top,
      total(belowBefore) + part * bottom,
    ]
    sum += moved / denominator - (grown * numerator) / denominator ** 2
  }
  return sum / steps
}

test('a signal stops a search that has begun', async () => {
  const controller = new AbortController()
  const input = leavesOf({ cards: [8, 30, 60], seed: 1, factor: 2.5, isQuotient: true })
  let slices = 0
  function* counted() {
    const work = locateCausesInSlices(input)
    for (let step = work.next(); step.done !== true; step = work.next()) {
      slices++
      if (slices === 20) controller.abort(new Error('enough'))
      yield
    }
  }
  await expect(runInSlices(counted(), controller.signal)).rejects.toThrow('enough')
  // What is left of the slice of a millisecond is worked on: a slice yields more often.
  expect(slices).toBeLessThan(40)
})

import { type CausesInput, locateCauses } from '@tributary/attribution'
import { expect, test } from 'vitest'
import { grid, namesOf, numbersFrom } from './made-leaves.ts'

/** The input without the leaves that a draw leaves out. */
function withoutLeaves(input: CausesInput, share: number): CausesInput {
  const next = numbersFrom(11)
  const order = [...input.current.keys()].filter(() => next() >= share)
  const take = (column: Float64Array) => Float64Array.from(order, (leaf) => column[leaf]!)
  return {
    dimensions: input.dimensions.map((dimension) => ({
      ...dimension,
      codes: Uint32Array.from(order, (leaf) => dimension.codes[leaf]!),
    })),
    current: take(input.current),
    compare: take(input.compare),
  }
}

test.each([0, 0.01, 0.1, 0.5])(
  'causes of three conditions are found where %f of the combinations do not occur',
  (share) => {
    const next = numbersFrom(5)
    const dimensions = grid([8, 5, 12, 10, 8, 3])
    const compare = Float64Array.from(dimensions[0]!.codes, () => 20 + 400 * next())
    const isIn = (leaf: number) =>
      dimensions[1]!.codes[leaf] === 2 &&
      dimensions[2]!.codes[leaf] === 7 &&
      dimensions[3]!.codes[leaf] === 4
    const current = compare.map((value, leaf) => {
      return value * (isIn(leaf) ? 0.5 : 1) * (1 + 0.1 * (next() + next() + next() - 1.5))
    })
    const report = locateCauses(withoutLeaves({ dimensions, current, compare }, share))
    expect(namesOf(report)).toEqual(['v12 v27 v34'])
    expect(report.considered).toMatchObject({ depth: 6, isDepthCut: false })
  },
)

test('where memory cuts the depth, no cause is certain that deeper segments may explain', () => {
  const next = numbersFrom(3)
  const count = 60_000
  const values = Array.from({ length: 40 }, (_, code) => `v${code}`)
  const dimensions = Array.from({ length: 12 }, (_, at) => ({
    name: `d${at}`,
    values,
    codes: Uint32Array.from({ length: count }, () => Math.floor(40 * next())),
  }))
  const compare = Float64Array.from({ length: count }, () => 20 + 400 * next())
  const current = compare.map((value, leaf) => {
    const code = (dimension: number) => dimensions[dimension]!.codes[leaf]
    const moved = (code(0) === 1 && code(1) === 2 ? 0.3 : 1) * (code(2) === 3 ? 0.6 : 1)
    return value * moved * (1 + 0.1 * (next() + next() + next() - 1.5))
  })
  const { causes, considered } = locateCauses({ dimensions, current, compare })
  expect(considered).toMatchObject({ depth: 2, isDepthCut: true })
  const confidences = causes.map(({ conditions, confidence }) => [conditions.length, confidence])
  expect(confidences).toEqual([
    [1, 'certain'],
    [2, 'likely'],
  ])
})

import { locateCauses } from '@tributary/attribution'
import { expect, test } from 'vitest'
import { grid, namesOf, numbersFrom } from './made-leaves.ts'

/** Leaves that deviate by a share of their size, of which values of dimensions moved by factors of their own. */
function leavesWith(seed: number, all: number, faults: Readonly<Record<string, number>>) {
  const next = numbersFrom(seed)
  const dimensions = grid([20, 16, 5])
  const count = dimensions[0]!.codes.length
  const compare = Float64Array.from({ length: count }, () => 50 * 40 ** next())
  const current = compare.map((value, leaf) => {
    const noise = 1 + 0.05 * (next() + next() + next() - 1.5)
    return dimensions.reduce(
      (moved, { values, codes }) => moved * (faults[values[codes[leaf]!]!] ?? 1),
      value * all * noise,
    )
  })
  return { dimensions, current, compare }
}

const SEEDS = [1, 2, 3, 4, 5, 6]

test.each(SEEDS)('causes in more than half of the leaves are not common (%i)', (seed) => {
  const faults = { v21: 0.4, v22: 0.4, v10: 0.6, v11: 0.6, v12: 0.6 }
  const report = locateCauses(leavesWith(seed, 1, faults))
  expect(namesOf(report)).toEqual(['v10', 'v11', 'v12', 'v21', 'v22'])
  expect(report.common).toBeNull()
})

test.each(SEEDS)(
  'causes in two fifths of the leaves are found in addition to a common change (%i)',
  (seed) => {
    const report = locateCauses(leavesWith(seed, 1.5, { v21: 0.4, v22: 0.4 }))
    expect(namesOf(report)).toEqual(['v21', 'v22'])
    expect(report.common?.factor).toBeCloseTo(1.5, 1)
  },
)

import { type CausesInput, locateCauses } from '@tributary/attribution'
import { describe, expect, test } from 'vitest'
import { grid, namesOf, numbersFrom } from './made-leaves.ts'

/** Rates of leaves with few events, of which segments rose by a factor that scatters among their leaves. */
function leavesWith(
  seed: number,
  { spread, faults }: { spread: number; faults: Readonly<Record<string, number>> },
): CausesInput {
  const next = numbersFrom(seed * 7919)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const count = (mean: number) => Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
  const dimensions = grid([6, 5, 4])
  const below = Float64Array.from(dimensions[0]!.codes, () => Math.ceil(40 * 20 ** next()))
  const rates = Float64Array.from(below, () => 0.03 + 0.04 * next())
  const factors = Float64Array.from(below, (_, leaf) =>
    dimensions.reduce((product, { values, codes }) => {
      const fault = faults[values[codes[leaf]!]!]
      return fault === undefined ? product : product * fault * Math.exp(spread * normal())
    }, 1),
  )
  return {
    dimensions,
    current: below.map((size, leaf) => Math.min(size, count(size * rates[leaf]! * factors[leaf]!))),
    compare: below.map((size, leaf) => count(30 * size * rates[leaf]!)),
    currentDenominator: below,
    compareDenominator: below.map((size) => 30 * size),
  }
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

describe('a segment whose parts rose by different factors', () => {
  test.each([0, 0.3, 0.6, 0.9])('is named, and none of its parts (spread %f)', (spread) => {
    const named = SEEDS.map((seed) =>
      namesOf(locateCauses(leavesWith(seed, { spread, faults: { v02: 4 } }))),
    )
    expect(named.filter((names) => names.join() === 'v02').length).toBeGreaterThanOrEqual(7)
  })

  test('is named beside another one', () => {
    const faults = { v02: 6, v14: 4 }
    const named = SEEDS.map((seed) =>
      namesOf(locateCauses(leavesWith(seed, { spread: 0.4, faults }))),
    )
    expect(named.filter((names) => names.join() === 'v02,v14').length).toBeGreaterThanOrEqual(6)
  })
})

test('nothing is named where leaves scatter by chance', () => {
  const named = SEEDS.map((seed) =>
    namesOf(locateCauses(leavesWith(seed, { spread: 0, faults: {} }))),
  )
  expect(named.flat()).toEqual([])
})

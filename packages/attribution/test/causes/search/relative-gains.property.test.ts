import { runToEnd } from '@tributary/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumCells } from '../../../src/causes/leaves/cell-sums.ts'
import type { Lattice } from '../../../src/causes/leaves/lattice.ts'
import { removeBox, removeLeaves } from '../../../src/causes/leaves/removed-leaves.ts'
import { costsByDepth } from '../../../src/causes/leaves/search-cost.ts'
import {
  type BestCell,
  bestCell,
  bestCells,
  computeRelativeGain,
  type GainInput,
  markStale,
  mayGain,
} from '../../../src/causes/search/relative-gains.ts'
import { madeLattices } from '../made-lattice.ts'

/** Looks at every cell. */
function plainBest({ cuboids }: Lattice, gaining: GainInput): BestCell | null {
  let best: BestCell | null = null
  for (const [number, { cells }] of cuboids.entries()) {
    for (let cell = 0; number > 0 && cell < cells; cell++) {
      const gain = computeRelativeGain(gaining, number, cell)
      if (gain > (best?.gain ?? 0)) best = { number, cell, gain }
    }
  }
  return best
}

test('the best cell is that of a search in all cells, also after leaves were removed', () => {
  fc.assert(
    fc.property(
      madeLattices,
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.array(fc.nat(), { maxLength: 4 }),
      ({ lattice, deviations, usual }, variance, removed) => {
        const sums = runToEnd(sumCells(lattice, deviations, usual))
        const gaining = { deviations, usual, variance, sums, costs: costsByDepth(lattice) }
        const best = bestCells(lattice.cuboids)
        const touched = (number: number, cells: Uint32Array) => markStale(best[number]!, cells)
        for (const one of [null, ...removed]) {
          if (one !== null) {
            const leaf = one % deviations.length
            const fixed = new Map(
              lattice.leaves.dimensions.map(({ codes }, index) => [index, codes[leaf]!]),
            )
            if (lattice.isFull) runToEnd(removeBox({ lattice, fixed }, gaining, touched))
            else runToEnd(removeLeaves(lattice, Uint32Array.of(leaf), gaining, touched))
          }
          expect(runToEnd(bestCell(best, gaining))).toEqual(plainBest(lattice, gaining))
        }
      },
    ),
  )
})

test('a cell with a gain is never passed over', () => {
  const leaves = fc.array(fc.integer({ min: -32_767, max: 32_767 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(
      leaves,
      fc.double({ min: 1e-4, max: 1e8, noNaN: true }),
      fc.double({ min: 2, max: 30, noNaN: true }),
      fc.double({ min: -1000, max: 0, noNaN: true }),
      (steps, variance, cost, likelihood) => {
        const count = steps.length
        const first = steps.reduce((sum, one) => sum + one, 0)
        const second = steps.reduce((sum, one) => sum + one * one, 0)
        const sums = [
          {
            count: Uint32Array.of(count),
            first: Float64Array.of(first),
            second: Float64Array.of(second),
            usual: Float64Array.of(likelihood),
          },
        ]
        const usual = new Float32Array()
        const gaining = { deviations: new Int16Array(), usual, variance, sums, costs: [cost] }
        fc.pre(computeRelativeGain(gaining, 0, 0) > 0)
        expect(mayGain(count, first, second, { variance, cost })).toBe(true)
      },
    ),
  )
})

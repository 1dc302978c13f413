import { runToEnd } from '@tributary/core/internal'
import fc from 'fast-check'
import { type Deviations, NO_LEAF } from '../../src/causes/leaves/cell-sums.ts'
import { type Lattice, layLattice } from '../../src/causes/leaves/lattice.ts'
import { prepareLeaves } from '../../src/causes/leaves/leaves.ts'
import { grid } from './made-leaves.ts'

/** A lattice with the deviation of each of its leaves. */
export interface MadeLattice {
  readonly lattice: Lattice
  readonly deviations: Deviations
  /** Multiples of powers of two, so that sums in any order are the same. */
  readonly usual: Float32Array
}

/** Lattices in which every combination of values occurs, or only some do. */
export const madeLattices: fc.Arbitrary<MadeLattice> = fc
  .record({
    cards: fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 4 }),
    steps: fc.infiniteStream(
      fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: -900, max: 900 }) },
        { weight: 1, arbitrary: fc.integer({ min: -32_767, max: 32_767 }) },
        { weight: 1, arbitrary: fc.constant(NO_LEAF) },
      ),
    ),
    missing: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ cards, steps, missing }) => {
    const whole = grid(cards)
    const kept = Math.max(2, whole[0]!.codes.length - missing)
    const dimensions = whole.map((one) => ({ ...one, codes: one.codes.slice(0, kept) }))
    const values = new Float64Array(kept).fill(1)
    const leaves = runToEnd(prepareLeaves({ dimensions, current: values, compare: values }))
    return {
      lattice: runToEnd(layLattice(leaves, cards.length)),
      deviations: Int16Array.from({ length: leaves.count }, () => steps.next().value!),
      usual: Float32Array.from({ length: 32_768 }, (_, size) => -2 - Math.floor(size / 16) / 8),
    }
  })

/** The number of a leaf's cell in a cuboid. */
export function cellOfLeaf(
  { leaves, cards }: Lattice,
  cuboid: Lattice['cuboids'][number],
  leaf: number,
) {
  if (cuboid.cellOf !== null) return cuboid.cellOf[leaf]!
  return cuboid.dimensions.reduce(
    (cell, index) => cell * cards[index]! + leaves.dimensions[index]!.codes[leaf]!,
    0,
  )
}

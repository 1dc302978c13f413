import { runToEnd } from '@tributary/core/internal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CellSums, NO_LEAF, sumCells } from '../../../src/causes/leaves/cell-sums.ts'
import { leavesOfBox, removeBox, removeLeaves } from '../../../src/causes/leaves/removed-leaves.ts'
import { cellOfLeaf, type MadeLattice, madeLattices } from '../made-lattice.ts'

/** Adds up leaf by leaf. */
function plainSums({ lattice, deviations, usual }: MadeLattice, number: number): CellSums {
  const cuboid = lattice.cuboids[number]!
  const floats = () => new Float64Array(cuboid.cells)
  const sums = {
    count: new Uint32Array(cuboid.cells),
    first: floats(),
    second: floats(),
    usual: floats(),
  }
  for (const [leaf, steps] of deviations.entries()) {
    if (steps === NO_LEAF) continue
    const cell = cellOfLeaf(lattice, cuboid, leaf)
    sums.count[cell]! += 1
    sums.first[cell]! += steps
    sums.second[cell]! += steps * steps
    sums.usual[cell]! += usual[Math.abs(steps)]!
  }
  return sums
}

function expectPlain(sums: readonly (CellSums | null)[], made: MadeLattice) {
  for (const [number, own] of sums.entries()) {
    if (own !== null) expect(own).toEqual(plainSums(made, number))
  }
}

test('a cell has the sums of its leaves', () => {
  fc.assert(
    fc.property(madeLattices, (made) => {
      const { lattice, deviations, usual } = made
      expectPlain(runToEnd(sumCells(lattice, deviations, usual)), made)
    }),
  )
})

test('a removed segment is in no sum, and each cell that contained it is reported as touched', () => {
  fc.assert(
    fc.property(madeLattices, fc.nat(), fc.nat(), (made, one, fixing) => {
      const { lattice, usual } = made
      const deviations = made.deviations.slice()
      const sums = runToEnd(sumCells(lattice, deviations, usual))
      const told = lattice.cuboids.map(() => new Set<number>())
      const touched = (number: number, cells: Uint32Array) => {
        for (const cell of cells) told[number]!.add(cell)
      }
      // The segment of some leaf on some of the dimensions.
      const chosen = one % deviations.length
      const fixed = new Map(
        lattice.leaves.dimensions.flatMap(({ codes }, index) =>
          (fixing >> index) & 1 ? [[index, codes[chosen]!] as const] : [],
        ),
      )
      const isInside = (leaf: number) =>
        [...fixed].every(([index, code]) => lattice.leaves.dimensions[index]!.codes[leaf] === code)
      const inside = Uint32Array.from([...deviations.keys()].filter(isInside))
      const summed = { deviations, usual, sums }
      if (lattice.isFull) {
        expect(leavesOfBox({ lattice, fixed })).toEqual(inside)
        runToEnd(removeBox({ lattice, fixed }, summed, touched))
      } else runToEnd(removeLeaves(lattice, inside, summed, touched))
      expect(deviations).toEqual(
        made.deviations.map((steps, leaf) => (isInside(leaf) ? NO_LEAF : steps)),
      )
      expectPlain(sums, { ...made, deviations })
      for (const [number, cuboid] of lattice.cuboids.entries()) {
        for (const leaf of inside) expect(told[number]).toContain(cellOfLeaf(lattice, cuboid, leaf))
      }
    }),
  )
})

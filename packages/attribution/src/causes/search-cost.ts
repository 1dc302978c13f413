import type { Lattice } from './lattice.ts'

/** Nats that a cause costs beside its address. */
export const COST = 2

/** The nats to name a cell of each cuboid: which dimensions, and which of the cells that have leaves. */
export function costsOf({ cuboids }: Lattice): readonly number[] {
  return cuboids.map(({ occupied }) => Math.log(cuboids.length) + Math.log(occupied) + COST)
}

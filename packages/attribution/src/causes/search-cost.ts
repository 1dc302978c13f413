import type { Lattice } from './lattice.ts'

/** Nats that a cause costs beside its address. */
export const COST = 2

/** The nats to name a cell of each cuboid: which dimensions, and which of the cells that have leaves. */
export function costsOf({ cuboids }: Pick<Lattice, 'cuboids'>): readonly number[] {
  return cuboids.map(({ occupied }) => Math.log(cuboids.length) + Math.log(occupied) + COST)
}

/**
 * The same where a description says first how many conditions a segment has, then which dimensions they are on, then their
 * values: each number of conditions is as likely, however many combinations have it.
 */
export function costsByDepth({ cuboids }: Pick<Lattice, 'cuboids'>): readonly number[] {
  const combinations = new Map<number, number>()
  for (const { dimensions } of cuboids) {
    combinations.set(dimensions.length, (combinations.get(dimensions.length) ?? 0) + 1)
  }
  return cuboids.map(({ dimensions, occupied }) => {
    const named = Math.log(combinations.size) + Math.log(combinations.get(dimensions.length)!)
    return named + Math.log(occupied) + COST
  })
}

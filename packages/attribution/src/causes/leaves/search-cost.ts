import type { Lattice } from './lattice.ts'

/** Nats that a cause costs beside its address. */
export const COST = 2

/** The nats to name a cell of each cuboid: which dimensions, and which of the cells that have leaves. */
export function computeNamingCosts({ cuboids }: Pick<Lattice, 'cuboids'>): readonly number[] {
  return cuboids.map(({ occupied }) => Math.log(cuboids.length) + Math.log(occupied) + COST)
}

/**
 * The nats to name a cell in three steps: the number of its conditions, their dimensions, their values. Each number of
 * conditions is equally likely, and so is each combination of that many dimensions.
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

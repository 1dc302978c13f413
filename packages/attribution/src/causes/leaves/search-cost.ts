import type { Lattice } from './lattice.ts'

/** Nats that a cause costs beside its address. */
export const COST = 2

/**
 * Nats under the learned tails, beyond those that the search takes, from which a deviation is likely to be more than usual,
 * and certain: chance then makes one as large in one of 20 windows, and in one of 200.
 */
export const UNUSUAL: { readonly likely: number; readonly certain: number } = {
  likely: Math.log(20) - COST,
  certain: Math.log(200) - COST,
}
/**
 * Without earlier windows nothing tells how much amounts and rates change by themselves: so many nats are needed, of amounts in
 * all and of rates under the tails of this window. Between ordinary weeks of flights one pair in ten has a cause as sure.
 */
export const ALONE = { volume: 11, ratio: 3 } as const

/** The nats to name a cell of each cuboid: which dimensions, and which of the cells that have leaves. */
export function computeNamingCosts({ cuboids }: Pick<Lattice, 'cuboids'>): readonly number[] {
  return cuboids.map(({ occupied }) => Math.log(cuboids.length) + Math.log(occupied) + COST)
}

/** The part of the causes of which each cell has as much as it has of the size. */
const BY_SIZE = 0.5

/**
 * The same for each cell, where half of the causes hit a cell at random and half a unit of the size at random: a segment that
 * holds much is named shorter than one of thousands of small ones.
 */
export function computeCellCosts(
  lattice: Pick<Lattice, 'cuboids'>,
  sizes: readonly Float64Array[],
): readonly Float64Array[] {
  const costs = computeNamingCosts(lattice)
  return lattice.cuboids.map(({ occupied }, number) => {
    const total = sizes[number]!.reduce((sum, size) => sum + size, 0)
    const perSize = total > 0 && Number.isFinite(total) ? (BY_SIZE * occupied) / total : 0
    const atRandom = perSize > 0 ? 1 - BY_SIZE : 1
    return sizes[number]!.map((size) => costs[number]! - Math.log(atRandom + perSize * size))
  })
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

/** Random draws from a seed: the same seed gives the same draws. */
export interface Chance {
  /** A number from 0 to below 1. */
  next(): number
  /** A whole number from one to another, both included. */
  integer(from: number, to: number): number
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Some of the items in their order, each with this probability. */
  some<T>(items: readonly T[], probability: number): T[]
  /** A seed for draws that other draws do not change. */
  seed(): number
}

/** Draws by the generator mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const happens = (probability: number): boolean => next() < probability
  return {
    next,
    integer,
    happens,
    pick: (items) => {
      if (items.length === 0) throw new Error('There is nothing to pick from')
      return items[integer(0, items.length - 1)]!
    },
    some: (items, probability) => items.filter(() => happens(probability)),
    seed: () => integer(1, 2 ** 31 - 1),
  }
}

/** Random numbers from a seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  between(low: number, high: number): number
  /** A whole number of both ends. */
  whole(low: number, high: number): number
  normal(): number
  pick<T>(items: readonly T[]): T
}

/** The generator mulberry32. */
export function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: (items) => items[whole(0, items.length - 1)]!,
  }
}

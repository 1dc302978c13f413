import type { Accumulator } from './accumulator.ts'

/** COUNT: how many values there were. */
export function createCount(): Accumulator {
  let count = 0n
  return {
    add: () => {
      count += 1n
    },
    result: () => ({ units: count, scale: 0 }),
  }
}

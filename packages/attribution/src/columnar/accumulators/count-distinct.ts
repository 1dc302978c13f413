import type { Value } from '@tributary/expression'
import type { Accumulator } from './accumulator.ts'

/** COUNT_DISTINCT: how many different values there were. */
export function createCountDistinct(): Accumulator {
  const seen = new Set<Value>()
  return {
    add: (value) => {
      seen.add(value)
    },
    result: () => ({ units: BigInt(seen.size), scale: 0 }),
  }
}

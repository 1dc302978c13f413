import type { Accumulator } from './accumulator.ts'

/** The value at `fraction` of the sorted values, between the two nearest in proportion; null of no values. */
export function createPercentile(fraction: number): Accumulator {
  const values: number[] = []
  return {
    add: (value) => {
      values.push(Number(value))
    },
    result() {
      if (values.length === 0) return null
      values.sort((a, b) => a - b)
      const rank = fraction * (values.length - 1)
      const below = values[Math.floor(rank)]!
      const above = values[Math.ceil(rank)]!
      return below + (above - below) * (rank - Math.floor(rank))
    },
  }
}

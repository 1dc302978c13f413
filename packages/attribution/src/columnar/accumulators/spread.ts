import type { Accumulator } from './accumulator.ts'

/** VARIANCE or STDDEV of a sample, by Welford's updates, which do not cancel; null of fewer than two values. */
export function createSpread(which: 'VARIANCE' | 'STDDEV'): Accumulator {
  let count = 0
  let mean = 0
  let squares = 0
  return {
    add: (value) => {
      count += 1
      const distance = Number(value) - mean
      mean += distance / count
      squares += distance * (Number(value) - mean)
    },
    result() {
      if (count < 2) return null
      const variance = squares / (count - 1)
      return which === 'VARIANCE' ? variance : Math.sqrt(variance)
    },
  }
}

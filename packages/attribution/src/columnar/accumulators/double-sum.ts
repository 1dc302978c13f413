import { addTo, type CompensatedSum, sumOf } from '../../numbers/compensated-sum.ts'
import type { Accumulator } from './accumulator.ts'

/** SUM of DOUBLE, compensated, so that the order of rows does not show; null of no values. */
export function createDoubleSum(): Accumulator {
  const total: CompensatedSum = { sum: 0, rest: 0 }
  let empty = true
  return {
    add: (value) => {
      empty = false
      addTo(total, Number(value))
    },
    result: () => (empty ? null : sumOf(total)),
  }
}

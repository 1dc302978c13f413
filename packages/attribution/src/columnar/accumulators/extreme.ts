import type { Value } from '@tributary/expression'
import { decimalOf } from '../../numbers/decimal.ts'
import type { Accumulator } from './accumulator.ts'

/** MIN or MAX of numbers; null of no values. `exact` answers decimals. */
export function createExtreme(which: 'MIN' | 'MAX', exact: boolean): Accumulator {
  let best: Value = null
  return {
    add: (value) => {
      if (best === null || (which === 'MIN' ? value < best : value > best)) best = value
    },
    result: () => {
      if (best === null || !exact) return best === null ? null : Number(best)
      return typeof best === 'bigint' ? { units: best, scale: 0 } : decimalOf(Number(best))
    },
  }
}

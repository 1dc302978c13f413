import { addDecimals, type Decimal, decimalOf } from '../../numbers/decimal.ts'
import type { Accumulator } from './accumulator.ts'

/** SUM of INT or DECIMAL, without loss; null of no values. */
export function createExactSum(): Accumulator {
  let sum: Decimal | null = null
  return {
    add: (value) => {
      const term = typeof value === 'bigint' ? { units: value, scale: 0 } : decimalOf(Number(value))
      sum = sum === null ? term : addDecimals(sum, term)
    },
    result: () => sum,
  }
}

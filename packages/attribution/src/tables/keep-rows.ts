import type { Measured } from '../contribute/measure.ts'
import { compensatedSum } from '../numbers/compensated-sum.ts'
import { plainText } from '../numbers/decimal.ts'
import { roundRate } from '../numbers/rate.ts'
import { rowNumbers } from '../numbers/sorted-order.ts'
import { type Warning, warning } from '../warnings.ts'
import { heaviestRows } from './order-rows.ts'
import { pickNumbers } from './pick-numbers.ts'
import type { RowKeys } from './row-keys.ts'

/**
 * At most `maxRows` rows: those with the largest contributions, without sign, or the largest growths where
 * contributions are not defined. A warning says what is left out.
 */
export function keepRows(
  measured: Measured,
  keys: RowKeys,
  maxRows: number,
): { readonly rows: Uint32Array; readonly warnings: readonly Warning[] } {
  const count = measured.contribution.length
  if (count <= maxRows) return { rows: rowNumbers(count), warnings: [] }
  const weights = weightsOf(measured)
  const rows = heaviestRows(weights, keys, maxRows)
  const kept = compensatedSum(pickNumbers(weights, rows))
  const explained = roundRate(kept / compensatedSum(weights))
  const share = Number.isNaN(explained) ? '1' : plainText(explained)
  const detail = `rows=${count} explained=${share}`
  return { rows, warnings: [warning('TRUNCATED', detail)] }
}

function weightsOf({ current, compare, contribution }: Measured): Float64Array {
  const weights = new Float64Array(contribution.length)
  for (let row = 0; row < weights.length; row++) {
    const value = contribution[row]!
    weights[row] = Math.abs(
      Number.isNaN(value) ? (current[row]! || 0) - (compare[row]! || 0) : value,
    )
  }
  return weights
}

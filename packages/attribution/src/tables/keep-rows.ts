import type { Measured } from '../contribute/measure.ts'
import { compensatedSum } from '../numbers/compensated-sum.ts'
import { plainText } from '../numbers/decimal.ts'
import { roundRate } from '../numbers/rate.ts'
import { type Warning, warning } from '../warnings.ts'
import { heaviestRows } from './order-rows.ts'

/**
 * At most `maxRows` rows: those with the largest contributions, without sign, or the largest growths where
 * contributions are not defined. A warning says what is left out.
 */
export function keepRows(
  measured: Measured,
  labels: readonly (readonly string[])[],
  maxRows: number,
): { readonly rows: readonly number[]; readonly warnings: readonly Warning[] } {
  const { current, compare, contribution } = measured
  const count = contribution.length
  if (count <= maxRows) return { rows: contribution.map((_, row) => row), warnings: [] }
  const weights = new Float64Array(count)
  for (let row = 0; row < count; row++) {
    weights[row] = Math.abs(contribution[row] ?? (current[row] ?? 0) - (compare[row] ?? 0))
  }
  const rows = heaviestRows(weights, labels, maxRows)
  const explained =
    roundRate(compensatedSum(rows.map((row) => weights[row]!)) / compensatedSum(weights)) ?? 1
  const detail = `rows=${count} explained=${plainText(explained)}`
  return { rows, warnings: [warning('TRUNCATED', detail)] }
}

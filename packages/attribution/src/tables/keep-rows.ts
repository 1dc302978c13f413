import type { Measured } from '../contribute/measure.ts'
import { compensatedSum } from '../numbers/compensated-sum.ts'
import { plainText } from '../numbers/decimal.ts'
import { roundRate } from '../numbers/rate.ts'
import { type Warning, warning } from '../warnings.ts'
import { heaviestRows } from './order-rows.ts'
import { pick } from './pick.ts'

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
  const all = contribution.map((_, row) => row)
  if (all.length <= maxRows) return { rows: all, warnings: [] }
  const weights = contribution.map((value, row) =>
    Math.abs(value ?? (current[row] ?? 0) - (compare[row] ?? 0)),
  )
  const rows = heaviestRows(weights, labels, maxRows)
  const explained = roundRate(compensatedSum(pick(weights, rows)) / compensatedSum(weights)) ?? 1
  const detail = `rows=${all.length} explained=${plainText(explained)}`
  return { rows, warnings: [warning('TRUNCATED', detail)] }
}

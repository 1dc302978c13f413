import { compareCodePoints } from './code-points.ts'

/** What rows are ordered by. */
export interface RowOrder {
  readonly rowCount: number
  /** Contribution rates; null where not defined. */
  readonly rates: readonly (number | null)[]
  readonly keys: readonly (readonly string[])[]
}

/** Row numbers by contribution rate, highest first, nulls last; then by the key texts, by code point. */
export function orderRows({ rowCount, rates, keys }: RowOrder): readonly number[] {
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  return rows.sort((a, b) => byRate(rates[a]!, rates[b]!) || byKeys(keys, a, b))
}

/**
 * Row numbers of the `count` rows with the largest weight, in no certain order; of equal weights the one
 * that comes first by its key texts.
 */
export function heaviestRows(
  weights: readonly number[],
  keys: readonly (readonly string[])[],
  count: number,
): readonly number[] {
  const rows = Array.from(weights, (_, row) => row)
  return rows.sort((a, b) => weights[b]! - weights[a]! || byKeys(keys, a, b)).slice(0, count)
}

function byRate(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return b - a
}

function byKeys(keys: readonly (readonly string[])[], a: number, b: number): number {
  for (const column of keys) {
    const order = compareCodePoints(column[a]!, column[b]!)
    if (order !== 0) return order
  }
  return 0
}

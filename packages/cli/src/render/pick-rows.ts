import type { AttributionRow } from './attribution-rows.ts'

/** The rows worth printing of one table, and those that are left out between them. */
export interface PickedRows {
  readonly first: readonly AttributionRow[]
  readonly left: readonly AttributionRow[]
  readonly last: readonly AttributionRow[]
}

/** A share below it prints as 0.0 %. */
const SMALLEST_PRINTED = 0.0005

/**
 * The `count` rows that moved the metric most along with the overall change, and the `count` that worked
 * most against it, the strongest last and none that is too little to be seen. `rows` come in the order of
 * the answer: share of the change descending. Where no row has a share, the rows that grew or shrank most.
 * Never leaves out a single row.
 */
export function pickRows(rows: readonly AttributionRow[], count: number): PickedRows {
  if (rows.length <= count + 1) return { first: rows, left: [], last: [] }
  if (rows.every((row) => row.share === null)) return byGrowth(rows, count)
  const largest = Math.max(...rows.map((row) => Math.abs(row.share ?? 0)))
  const notable = Math.min(SMALLEST_PRINTED, largest / 100)
  const against = rows.filter((row) => row.share !== null && row.share <= -notable)
  const first = rows.filter((row) => row.share !== null && row.share > 0).slice(0, count)
  const last = against.slice(Math.max(0, against.length - count))
  const shown = new Set([...first, ...last])
  const left = rows.filter((row) => !shown.has(row))
  return left.length === 1 ? { first: rows, left: [], last: [] } : { first, left, last }
}

function byGrowth(rows: readonly AttributionRow[], count: number): PickedRows {
  const size = (row: AttributionRow): number => Math.abs(Number(row.growth ?? 0))
  const sorted = [...rows].sort((a, b) => size(b) - size(a))
  return { first: sorted.slice(0, count), left: sorted.slice(count), last: [] }
}

import type { AttributionTableData } from '@tributary/contract'
import type { Numeric } from './number.ts'

/** One row of a result table, its contribution in the metric's unit worked out. */
export interface AttributionRow {
  readonly keys: readonly string[]
  readonly compare: Numeric
  readonly current: Numeric
  readonly growth: Numeric
  readonly growthRate: Numeric
  /** The row's share of the change of the scope, signed: a negative one worked against it. */
  readonly share: number | null
  /** The share times the change. */
  readonly contribution: number | null
}

/** The names of the columns that a table is grouped by: those that are not one of the `@` columns. */
export function keyColumns(table: AttributionTableData): readonly string[] {
  return Object.keys(table.table).filter((name) => !name.startsWith('@'))
}

/** The rows of `table` in its order; `change` is the growth of the overall row. */
export function toRows(table: AttributionTableData, change: Numeric): readonly AttributionRow[] {
  const columns = table.table
  const keys = keyColumns(table).map((name) => columns[name]!)
  return (columns['@currentValue'] ?? []).map((current, index): AttributionRow => {
    const share = columns['@relativeContributionRate']?.[index] ?? null
    return {
      keys: keys.map((values) => String(values[index])),
      compare: columns['@compareValue']?.[index] ?? null,
      current,
      growth: columns['@growth']?.[index] ?? null,
      growthRate: columns['@growthRate']?.[index] ?? null,
      share: share === null ? null : Number(share),
      contribution:
        share === null || change === null ? null : partOf(Number(change), Number(share)),
    }
  })
}

/**
 * A share has ten fractional digits; what the product has beyond them is noise and is rounded away, so
 * that the contributions to a whole number of orders are whole.
 */
function partOf(change: number, share: number): number {
  const digits = 9 - Math.ceil(Math.log10(Math.abs(change)))
  return Number((share * change).toFixed(Math.min(100, Math.max(0, digits))))
}

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

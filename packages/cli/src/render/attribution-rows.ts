import type { AttributionTableData } from '@tributary/platform'
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

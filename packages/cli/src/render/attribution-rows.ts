import { type AttributionTableData, readWindowValues } from '@tributary/contract'
import type { Numeric } from '@tributary/core/numbers'
import { labelValue } from './text.ts'

/** One row of a result table, with its contribution in the metric's unit. */
export interface AttributionRow {
  /** As a person reads them. */
  readonly keys: readonly string[]
  readonly compare: Numeric
  readonly current: Numeric
  readonly growth: Numeric
  readonly growthRate: Numeric
  /** The row's signed share of the change; negative when the row moved against it. */
  readonly share: number | null
  /** As the answer has it; else the share multiplied by the change. */
  readonly contribution: Numeric
  /** The part of a contribution to a quotient that came from the row's own rate. */
  readonly rate: Numeric
  /** The part that came from its weight. */
  readonly mix: Numeric
}

/** The names of the columns that a table is grouped by: those without a leading `@`. */
export function keyColumns(table: AttributionTableData): readonly string[] {
  return Object.keys(table.table).filter((name) => !name.startsWith('@'))
}

/** Whether the contributions of a table are divided into rate and mix. */
export function hasParts({ table }: AttributionTableData): boolean {
  return table['@rateContribution'] !== undefined
}

/** The rows of `table` in order; `change` is the growth of the overall row. */
export function toRows(table: AttributionTableData, change: Numeric): readonly AttributionRow[] {
  const columns = table.table
  const keyNames = keyColumns(table)
  const compare = readWindowValues(columns, 'compare')
  return readWindowValues(columns, 'current').map((current, index): AttributionRow => {
    const share = columns['@relativeContributionRate']?.[index] ?? null
    return {
      keys: keyNames.map((name) => labelKey(table, name, index)),
      compare: compare[index] ?? null,
      current,
      growth: columns['@growth']?.[index] ?? null,
      growthRate: columns['@growthRate']?.[index] ?? null,
      share: share === null ? null : Number(share),
      contribution: resolveContribution(columns['@contribution']?.[index], { share, change }),
      rate: columns['@rateContribution']?.[index] ?? null,
      mix: columns['@mixContribution']?.[index] ?? null,
    }
  })
}

/** The value of a row in a key as a person reads it. */
export function labelKey(table: AttributionTableData, name: string, row: number): string {
  return labelValue(readGroupKey(table, name, row))
}

/** The value of a row in a key; null where its rows have none, whatever the label of such rows is. */
export function readGroupKey(
  { table, missingRows }: AttributionTableData,
  name: string,
  row: number,
): string | null {
  const isMissing = missingRows?.[name]?.includes(row) === true
  const value = isMissing ? null : table[name]?.[row]
  return value === null || value === undefined ? null : String(value)
}

function resolveContribution(
  reportedContribution: Numeric | undefined,
  { share, change }: { readonly share: Numeric; readonly change: Numeric },
): Numeric {
  if (reportedContribution !== undefined) return reportedContribution
  return share === null || change === null ? null : applyShare(Number(change), Number(share))
}

/**
 * The product, rounded to the ten digits that a share has: contributions to a change of whole numbers stay whole.
 */
function applyShare(change: number, share: number): number {
  const digits = 9 - Math.ceil(Math.log10(Math.abs(change)))
  return Number((share * change).toFixed(Math.min(100, Math.max(0, digits))))
}

/** The rows to print of one table, and those left out between them. */
export interface PickedRows {
  readonly first: readonly AttributionRow[]
  readonly left: readonly AttributionRow[]
  readonly last: readonly AttributionRow[]
}

/** Smaller shares print as 0.0 %. */
const SMALLEST_PRINTED = 0.0005

/**
 * Picks the `count` rows with the largest positive shares, and the `count` with the largest negative ones, the largest
 * last; shares that print as 0.0 % are left out. `rows` are ordered by share, descending. When no row has a share, picks
 * the rows with the largest growth, of either sign. Never leaves out just one row.
 */
export function pickRows(rows: readonly AttributionRow[], count: number): PickedRows {
  if (rows.length <= count + 1) return { first: rows, left: [], last: [] }
  if (rows.every((row) => row.share === null)) return byGrowth(rows, count)
  const largest = Math.max(...rows.map((row) => Math.abs(row.share ?? 0)))
  const notable = Math.min(SMALLEST_PRINTED, largest / 100)
  const against = rows.filter((row) => row.share !== null && row.share <= -notable)
  const first = rows.filter((row) => row.share !== null && row.share > 0).slice(0, count)
  const last = against.slice(Math.max(0, against.length - count))
  const pickedRows = new Set([...first, ...last])
  const remainingRows = rows.filter((row) => !pickedRows.has(row))
  return remainingRows.length === 1
    ? { first: rows, left: [], last: [] }
    : { first, left: remainingRows, last }
}

function byGrowth(rows: readonly AttributionRow[], count: number): PickedRows {
  const size = (row: AttributionRow): number => Math.abs(Number(row.growth ?? 0))
  const sorted = [...rows].sort((a, b) => size(b) - size(a))
  return { first: sorted.slice(0, count), left: sorted.slice(count), last: [] }
}

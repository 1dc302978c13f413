import { type AttributionTableData, readWindowValues } from '@tributary/contract'

/**
 * A value of a metric: a number, a text where a number would lose digits, or the text of a date or of a text; null where there
 * is none.
 */
export type MetricValue = number | string | null

/** The number nearest to a value, which may be a text; null where there is none. */
export function toNumber(value: MetricValue | undefined): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** One row of a table of contributions. */
export interface GroupRow {
  /** The values of the dimensions as the server prints them. */
  readonly labels: readonly string[]
  /** Which of {@link labels} stand for rows without a value. */
  readonly missing: readonly boolean[]
  readonly current: MetricValue
  readonly compare: MetricValue
  /** The exact change as decimal text. */
  readonly growth: string | null
  /** The change as a fraction of the compared value. */
  readonly growthRate: number | null
  /** The contribution to the change of the whole, in the metric's unit; null where it is not defined. */
  readonly contribution: number | null
  /** The contribution with every digit. */
  readonly exactContribution: string | null
  /** The contribution as a fraction of the change. */
  readonly share: number | null
  /** For quotients, what comes of the group's own rate and what of its weight. */
  readonly rate: number | null
  readonly mix: number | null
}

/** Groups that a table leaves out. */
export interface RestOfGroups {
  readonly groups: number
  /** The sum of their contributions; null where it is not defined. */
  readonly contribution: number | null
}

/** A table of contributions, row by row. */
export interface GroupTable {
  readonly dimensions: readonly string[]
  readonly rows: readonly GroupRow[]
  /** Whether contributions are split into rate and mix. */
  readonly isSplit: boolean
  /** The groups that are not among {@link rows}; null when all are. */
  readonly remainder: RestOfGroups | null
  /** The change without the contributions, as decimal text; null where contributions are not defined. */
  readonly residual: string | null
  readonly warning: string | null
}

/** Reads one table of a comparison that was requested with `contributions`. */
export function readGroups(data: AttributionTableData): GroupTable {
  const { table, residual, warning, rest: remainder, missingRows = {} } = data
  const dimensions = Object.keys(table).filter((name) => !name.startsWith('@'))
  const labels = dimensions.map((name) => table[name]!)
  const missing = dimensions.map((name) => new Set(missingRows[name]))
  const column = (name: string) => table[name] ?? []
  const compare = readWindowValues(table, 'compare')
  const rows = readWindowValues(table, 'current').map(
    (current, row): GroupRow => ({
      labels: labels.map((values) => String(values[row] ?? '')),
      missing: missing.map((set) => set.has(row)),
      current,
      compare: compare[row] ?? null,
      growth: toLabelText(column('@growth')[row]),
      growthRate: toNumber(column('@growthRate')[row]),
      contribution: toNumber(column('@contribution')[row]),
      exactContribution: toLabelText(column('@contribution')[row]),
      share: toNumber(column('@relativeContributionRate')[row]),
      rate: toNumber(column('@rateContribution')[row]),
      mix: toNumber(column('@mixContribution')[row]),
    }),
  )
  return {
    dimensions,
    rows,
    isSplit: '@rateContribution' in table,
    remainder: remainder?.rows
      ? { groups: remainder.rows, contribution: toNumber(remainder.contribution) }
      : null,
    residual: residual ?? null,
    warning,
  }
}

function toLabelText(value: MetricValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}

import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import type { Interval, ValueType } from '@tributary/expression'
import type { ColumnTable } from 'arquero'
import type { MetricForm } from '../plan/metric-form.ts'
import type { ComparisonPlan } from '../plan/plan-comparison.ts'
import { CONTRIBUTION, CONTRIBUTION_PARTS, MEASURES } from '../request/request.ts'
import type { GroupKey, Measure } from '../request/source.ts'
import { type Warning, warningText } from '../request/warnings.ts'
import { columnTable } from './column-table.ts'

/** The answer: the overall table first, then one table per grouping, in the request's order. */
export interface AttributionAnswer {
  readonly tables: readonly AttributionTable[]
  /** The warnings about the whole answer, `CODE detail` joined by `; `; null when there are none. */
  readonly warning: string | null
  /** The same as objects. */
  readonly warnings: readonly Warning[]
  /** Descriptions of what the source ran. */
  readonly executed: readonly string[]
  /** How the answer was computed. */
  readonly explanation: Explanation
}

/** How an answer was computed. */
export interface Explanation {
  readonly measures: readonly Measure[]
  /** The intervals of time of each window; null for a window that is not a set of intervals. */
  readonly windows: Readonly<Record<'current' | 'compare', readonly Interval[] | null>>
  /** Base periods of each window, as far as the data reaches; null where they are not known. */
  readonly periods: Readonly<Record<'current' | 'compare', number | null>>
  /** How contributions were computed. */
  readonly form: 'linear' | 'quotient' | 'path' | 'other'
  /** The change of the total less the sum of the contributions of a table; null where there are none. */
  readonly residuals: readonly { readonly dimension: string; readonly residual: number | null }[]
}

/** One result table. */
export interface AttributionTable {
  /** The grouping's name; null for the overall table. */
  readonly dimension: string | null
  /**
   * A column per key, with texts and null for the group without a value, then `@currentValue`, `@compareValue`, `@growth`, `@growthRate`, `@overallContributionRate`,
   * `@relativeContributionRate`; where contributions are asked for, then `@contribution`, and for quotients
   * `@rateContribution` and `@mixContribution`.
   */
  readonly table: ColumnTable
  readonly warning: string | null
  /** The same as objects. */
  readonly warnings: readonly Warning[]
  /** By the name of each key, the type of its values. */
  readonly keyTypes: Readonly<Record<string, ValueType>>
  /** The sum of the rows that `rowLimit` leaves out; null where the request has no such limit. */
  readonly rest: TableRest | null
  /** Whether the table has no row. */
  readonly empty: boolean
  /**
   * `@growth` of the overall row less the sum of `@contribution` over the rows of this table, as exact decimal text: with
   * it the contributions lead from the compare to the current total without a rest. Null where contributions are not
   * asked for or not defined.
   */
  readonly residual: string | null
  /** The row of the group that has no value in any key; null when there is none. */
  readonly missingRow: number | null
  /** By the name of each key, the rows of the groups that have no value in it, in ascending order. */
  readonly missingRows: Readonly<Record<string, readonly number[]>>
}

/** The rows of a table that were left out. */
export interface TableRest {
  readonly rows: number
  /** The sum of their contributions, as plain decimal text; null where contributions are not defined. */
  readonly contribution: string | null
}

/** The types of the keys of a grouping by name. */
export function collectKeyTypes(keys: readonly GroupKey[]): Readonly<Record<string, ValueType>> {
  return Object.fromEntries(keys.map(({ name, value }) => [name, value.type]))
}

/** The tables of a comparison whose windows have no row: their columns without rows, and the warnings. */
export function emptyTables(
  { request: { groupings, rowLimit, contributions }, form }: ComparisonPlan,
  missing: readonly Warning[],
): readonly AttributionTable[] {
  const columnNames = contributions ? [...MEASURES, ...contributionNames(form)] : MEASURES
  const warning = warningText(missing)
  const emptyRest = rowLimit === undefined ? null : { rows: 0, contribution: '0' }
  const withoutRows = (dimension: string | null, keys: readonly GroupKey[]): AttributionTable => ({
    dimension,
    table: columnTable([...keys.map(({ name }) => name), ...columnNames].map((name) => [name, []])),
    warning,
    warnings: missing,
    keyTypes: collectKeyTypes(keys),
    rest: dimension === null ? null : emptyRest,
    empty: true,
    residual: null,
    missingRow: null,
    missingRows: Object.fromEntries(keys.map(({ name }) => [name, []])),
  })
  const tables = groupings.map(({ name, keys }) => withoutRows(name, keys))
  return [withoutRows(null, []), ...tables]
}

/** The names of the columns of contributions to a metric of this form. */
export function contributionNames({ kind }: MetricForm): readonly string[] {
  return kind === 'quotient' ? [CONTRIBUTION, ...CONTRIBUTION_PARTS] : [CONTRIBUTION]
}

/**
 * Converts a result table to plain arrays: column name → values in row order. Keys are text or null;
 * `@growth` and `@growthRate` numeric text or null; the other columns numbers or null.
 *
 * @example
 * ```ts
 * import { attributeTable, toWireTable } from '@tributary/attribution'
 * const { tables } = await attributeTable(
 *   { month: [5, 6], amount: [10, 15] },
 *   { metric: { sum: '[amount]' }, dimensions: [], current: '[month] = 6', compare: '[month] = 5' },
 * )
 * const [total] = tables.map(({ table }) => toWireTable(table))
 * total?.['@growth'] // => ['5']
 * total?.['@growthRate'] // => ['0.5']
 * ```
 */
export function toWireTable(table: ColumnTable): Record<string, (string | number | null)[]> {
  return runToEnd(wireTable(table))
}

/** {@link toWireTable}, which yields between blocks of rows. */
export function* wireTable(
  table: ColumnTable,
): SlicedWork<Record<string, (string | number | null)[]>> {
  const columns: [name: string, values: (string | number | null)[]][] = []
  const inOrder = !table.isFiltered() && !table.isOrdered()
  for (const name of table.columnNames()) {
    const values = inOrder
      ? yield* readColumnValues(table.column(name)!, table.totalRows())
      : table.array(name)
    columns.push([name, values as (string | number | null)[]])
  }
  return Object.fromEntries(columns)
}

const SLICE_ROWS = 4096

function* readColumnValues(
  column: { at(row: number): unknown },
  rowCount: number,
): SlicedWork<unknown[]> {
  const values = new Array<unknown>(rowCount)
  for (let begin = 0; begin < rowCount; begin += SLICE_ROWS) {
    const end = Math.min(begin + SLICE_ROWS, rowCount)
    for (let row = begin; row < end; row++) values[row] = column.at(row)
    yield
  }
  return values
}

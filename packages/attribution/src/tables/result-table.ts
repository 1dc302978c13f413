import type { Measured, Total } from '../contribute/measure.ts'
import { MEASURES } from '../measures.ts'
import { growthRateText, growthText } from '../numbers/growth.ts'
import { roundRate } from '../numbers/rate.ts'
import type { MetricForm } from '../plan/metric-form.ts'
import type { Grouping } from '../request.ts'
import { warning, warningText } from '../warnings.ts'
import type { AttributionTable } from './answer.ts'
import { columnTable, type NamedColumn } from './column-table.ts'
import { keepRows } from './keep-rows.ts'
import { orderRows } from './order-rows.ts'
import { pick } from './pick.ts'
import { sumWarnings, totalWarnings, valueWarnings } from './table-warnings.ts'

/** What all tables of an answer share. */
export interface TableContext {
  readonly form: MetricForm
  readonly scope: Total
  /** Total change of the root scope; null when contributions to it are not defined. */
  readonly rootChange: number | null
  readonly maxRows: number
  readonly nullLabel: string
  /** The dimension that tells two objects apart; null when periods are compared. */
  readonly compareDimension: string | null
}

/** The groups of one grouping. */
export interface Groups {
  readonly keys: readonly (readonly (string | null)[])[]
  readonly measured: Measured
}

/** The table of the total: one row, no key. */
export function overallTable(context: TableContext): AttributionTable {
  const { scope, rootChange } = context
  const table = columnTable(
    measureColumns(scope, [0], {
      overall: [share(scope.change, rootChange)],
      relative: [share(scope.change, scope.change)],
    }),
  )
  const warnings = [...totalWarnings(context.form, scope), ...valueWarnings(scope)]
  return { dimension: null, table, warning: warningText(warnings), empty: false }
}

/** The table of one grouping. */
export function groupingTable(
  grouping: Grouping,
  { keys, measured }: Groups,
  context: TableContext,
): AttributionTable {
  const { scope, rootChange, nullLabel } = context
  const labels = keys.map((column) => column.map((key) => key ?? nullLabel))
  const kept = keepRows(measured, labels, context.maxRows)
  // Rates and texts are made for the rows that stay, which may be few of very many.
  const contributions = pick(measured.contribution, kept.rows)
  const relative = contributions.map((value) => share(value, scope.change))
  const overall =
    rootChange === scope.change ? relative : contributions.map((value) => share(value, rootChange))
  const order = orderRows({
    rowCount: kept.rows.length,
    rates: relative,
    keys: labels.map((column) => pick(column, kept.rows)),
  })
  const rows = pick(kept.rows, order)
  const table = columnTable([
    ...labels.map((column, index): NamedColumn => [grouping.keys[index]!.name, pick(column, rows)]),
    ...measureColumns(measured, rows, {
      overall: pick(overall, order),
      relative: pick(relative, order),
    }),
  ])
  const oneSided = grouping.keys.some(({ name }) => name === context.compareDimension)
  const warnings = [
    ...totalWarnings(context.form, scope),
    ...(oneSided ? [warning('COMPARE_DIMENSION')] : []),
    ...valueWarnings(measured),
    ...sumWarnings(measured, context.form, scope),
    ...kept.warnings,
  ]
  return {
    dimension: grouping.name,
    table,
    warning: warningText(warnings),
    empty: rows.length === 0,
  }
}

function measureColumns(
  measured: Measured,
  rows: readonly number[],
  rates: {
    readonly overall: readonly (number | null)[]
    readonly relative: readonly (number | null)[]
  },
): readonly NamedColumn[] {
  const current = pick(measured.current, rows)
  const compare = pick(measured.compare, rows)
  const columns = [
    current,
    compare,
    current.map((value, row) => growthText(value, compare[row]!)),
    current.map((value, row) => growthRateText(value, compare[row]!)),
    rates.overall,
    rates.relative,
  ]
  return MEASURES.map((name, index): NamedColumn => [name, columns[index]!])
}

function share(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : roundRate(part / whole)
}

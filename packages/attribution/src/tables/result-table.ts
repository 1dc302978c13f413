import { runToEnd, type SlicedWork } from '@tributary/core/internal'
import { decimalText } from '@tributary/expression/internal'
import {
  type Measured,
  type Measurement,
  measureInSlices,
  type Total,
} from '../contribute/measure.ts'
import { compensatedSums, type Sums } from '../numbers/compensated-sum.ts'
import { pickExactValues, readExactText } from '../numbers/exact-values.ts'
import { roundRate } from '../numbers/growth.ts'
import { growthColumns, type TextColumn, type WindowValues } from '../numbers/growth-columns.ts'
import { pickNumbers, pickRows, rowNumbers } from '../numbers/sorted-order.ts'
import { type Grouping, VALUE_TEXTS } from '../request/request.ts'
import type { AggregateFrame, MeasureTexts } from '../request/source.ts'
import { type Warning, warning, warningText } from '../request/warnings.ts'
import { type AttributionTable, collectKeyTypes, type TableRest } from './answer.ts'
import { type ColumnValues, columnTable, type NamedColumn, viewColumn } from './column-table.ts'
import {
  type ContributionColumns,
  contributionColumns,
  sumContributions,
  totalContribution,
} from './contribution-columns.ts'
import { createTieOrder, keepRows, orderBySize, orderRows } from './order-rows.ts'
import { keyOrder, rowsWithNull } from './row-keys.ts'
import { findMetricTexts, type TableContext } from './table-context.ts'
import {
  countOverflows,
  overflowWarnings,
  rootWarnings,
  sumWarnings,
  totalWarnings,
  valueWarnings,
} from './table-warnings.ts'

/** The table of the total: one row, no key. */
export function overallTable(context: TableContext): AttributionTable {
  const { form, scope } = context
  const total = Float64Array.of(scope.change ?? Number.NaN)
  const measures = measureColumns(scope, rowNumbers(1), {
    overall: runToEnd(rates(total, getReliableChange(context.root ?? scope))),
    relative: runToEnd(rates(total, getReliableChange(scope))),
    texts: context.texts,
  })
  const { columns, residual } = context.contributions ? totalContribution(form, scope) : NO_COLUMNS
  const warnings = [
    ...sharedWarnings(context),
    ...overflowWarnings(context.overflows, null),
    ...valueWarnings(scope),
  ]
  return {
    dimension: null,
    table: columnTable([...measures, ...columns]),
    warning: warningText(warnings),
    warnings,
    keyTypes: {},
    rest: null,
    empty: false,
    residual,
    missingRow: null,
    missingRows: {},
  }
}

/** A table, and the change of the total less the sum of its contributions; null where there are none. */
export interface GroupingTable {
  readonly table: AttributionTable
  readonly residual: number | null
}

/** Makes the table of one grouping from its aggregates. Yields between steps. */
export function* groupingTable(
  grouping: Grouping,
  frame: AggregateFrame,
  context: TableContext,
): SlicedWork<GroupingTable> {
  const { measurement, scope, root } = context
  const measured = yield* measureInSlices(measurement, frame, scope.weights)
  const sums = yield* compensatedSums(measured.contribution)
  const overflows = yield* countOverflows(measurement, frame, measured)
  const { keys, ordered: ascending = false } = frame
  const rowKeys = { columns: keys, ordered: ascending }
  const { maxRows, rowLimit } = context
  // A contribution on a path is a double, and no change of the group.
  const ties = context.form.kind === 'path' ? keyOrder(rowKeys) : createTieOrder(measured, rowKeys)
  const selection = yield* keepRows(measured, ties, Math.min(maxRows, rowLimit ?? maxRows))
  // Rates and texts are computed for the kept rows only.
  const all = selection.rows.length === measured.contribution.length
  const contributions = all
    ? measured.contribution
    : pickNumbers(measured.contribution, selection.rows)
  const isLost = isLostInRounding(context, sums)
  const relative = yield* rates(contributions, isLost ? null : sharedChange(context, sums))
  const overall =
    root === null ? relative : yield* rates(contributions, isLost ? null : getReliableChange(root))
  const order =
    rowLimit === null
      ? yield* orderRows({ rows: selection.rows, rates: relative, keys: rowKeys })
      : yield* orderBySize(measured, selection.rows, ties)
  yield
  const rows = all ? order : pickRows(selection.rows, order)
  const ordered = pickNumbers(relative, order)
  const measures = measureColumns(measured, rows, {
    overall: overall === relative ? ordered : pickNumbers(overall, order),
    relative: ordered,
    texts: findMetricTexts(measurement.metric, frame),
  })
  const { columns, residual } = context.contributions
    ? yield* contributionColumns({ frame, measured }, rows, context)
    : NO_COLUMNS
  const names = grouping.keys.map(({ name }) => name)
  const table = columnTable([
    ...keys.map(
      (column, index): NamedColumn => [
        names[index]!,
        viewColumn(rows.length, (row) => column[rows[row]!] ?? null),
      ],
    ),
    ...measures,
    ...columns,
  ])
  const warnings = [
    ...sharedWarnings(context),
    ...(isLost ? [warning('CHANGE_WITHIN_ROUNDING')] : []),
    ...overflowWarnings(overflows, context.overflows),
    ...(grouping.oneSided ? [warning('COMPARE_DIMENSION')] : []),
    ...valueWarnings(measured),
    ...sumWarnings(sums, context.form, scope),
    ...(rowLimit === null || rowLimit > maxRows ? selection.warnings : []),
  ]
  const tableRest =
    rowLimit === null ? null : yield* computeTableRest({ frame, measured }, rows, measurement)
  return {
    table: {
      dimension: grouping.name,
      table,
      warning: warningText(warnings),
      warnings,
      keyTypes: collectKeyTypes(grouping.keys),
      rest: tableRest,
      empty: rows.length === 0,
      residual,
      ...findMissingRows(names, keys, rows),
    },
    residual: scope.change === null ? null : scope.change - sums.sum,
  }
}

/** Sums the rows that are left out. */
function* computeTableRest(
  groups: { readonly frame: AggregateFrame; readonly measured: Measured },
  rows: Uint32Array,
  measurement: Measurement,
): SlicedWork<TableRest> {
  const { contribution } = groups.measured
  const isKept = new Uint8Array(contribution.length)
  for (const row of rows) isKept[row] = 1
  const remainingRows = rowNumbers(contribution.length).filter((row) => isKept[row] === 0)
  if (contribution.some(Number.isNaN)) return { rows: remainingRows.length, contribution: null }
  const sum = yield* sumContributions(groups, remainingRows, measurement)
  return { rows: remainingRows.length, contribution: decimalText(sum) }
}

/** The change of a total that parts of it are shares of; null when there is none but rounding. */
function getReliableChange({ change, isRounding }: Total): number | null {
  return isRounding ? null : change
}

/**
 * The number that contributions of the scope are shares of: their sum, of which the change of the total is another rounding, so
 * that shares add up to 1; the change itself where groups overlap, and where it is exact: the doubles of contributions
 * beyond 2^53 have another sum.
 */
function sharedChange({ form, scope }: TableContext, sums: Sums): number | null {
  const change = getReliableChange(scope)
  if (change === null || change === 0 || form.kind === 'other' || form.overlaps) return change
  return form.kind === 'linear' && !scope.isRounded ? change : sums.sum
}

/**
 * Whether the groups' doubles are rounded by more than a thousandth of the change: where large values cancel in the total
 * and not in the groups, the sum of the contributions is another number than the change.
 */
function isLostInRounding({ form, scope }: TableContext, sums: Sums): boolean {
  const change = getReliableChange(scope)
  if (change === null || !scope.isRounded || form.kind === 'other' || form.overlaps) return false
  return form.kind !== 'path' && Math.abs(change - sums.sum) > 1e-3 * Math.abs(change)
}

/** The warnings about the windows and the totals, which are those of every table. */
function sharedWarnings({ form, missing, scope, root }: TableContext): readonly Warning[] {
  return [
    ...missing,
    ...totalWarnings(form, scope),
    ...(root === null ? [] : rootWarnings(form, root)),
  ]
}

const NO_COLUMNS: ContributionColumns = { columns: [], residual: null }

/** Where the groups without a value are. */
function findMissingRows(
  names: readonly string[],
  keys: AggregateFrame['keys'],
  rows: Uint32Array,
): Pick<AttributionTable, 'missingRow' | 'missingRows'> {
  const nulls = keys.map(rowsWithNull)
  const lists = nulls.map((groups) => {
    const missing: number[] = []
    if (groups.size === 0) return missing
    for (let row = 0; row < rows.length; row++) if (groups.has(rows[row]!)) missing.push(row)
    return missing
  })
  const inAll = lists[0]?.find((row) => nulls.every((groups) => groups.has(rows[row]!)))
  return {
    missingRow: inAll ?? null,
    missingRows: Object.fromEntries(names.map((name, index) => [name, lists[index]!])),
  }
}

function measureColumns(
  measured: Measured,
  rows: Uint32Array,
  {
    overall,
    relative,
    texts: values,
  }: {
    readonly overall: Float64Array
    readonly relative: Float64Array
    readonly texts: MeasureTexts | null
  },
): readonly NamedColumn[] {
  const current = pickNumbers(measured.current, rows)
  const compare = pickNumbers(measured.compare, rows)
  const exact = {
    current: pickExactValues(measured.exact.current, rows),
    compare: pickExactValues(measured.exact.compare, rows),
  }
  const { growth, rates } = growthColumns({ current, compare, exact })
  return [
    ['@currentValue', values === null ? nullable(current) : pickTextColumn(values.current, rows)],
    ['@compareValue', values === null ? nullable(compare) : pickTextColumn(values.compare, rows)],
    ['@growth', texts(growth)],
    ['@growthRate', texts(rates)],
    ['@overallContributionRate', nullable(overall)],
    ['@relativeContributionRate', nullable(relative)],
    ...listExactTextColumns({ current, compare, exact }),
  ]
}

/** The exact texts of both values of every row, where a number of them would lose digits; else no column. */
function listExactTextColumns({
  exact,
  ...columns
}: Required<WindowValues>): readonly NamedColumn[] {
  if (exact.current.size === 0 && exact.compare.size === 0) return []
  return (['current', 'compare'] as const).map((window): NamedColumn => {
    const column = { values: columns[window], exact: exact[window] }
    const textAt = (row: number) => readExactText(column, row)
    return [VALUE_TEXTS[window], viewColumn(column.values.length, textAt)]
  })
}

function nullable(values: Float64Array): ColumnValues {
  return viewColumn(values.length, (row) => {
    const value = values[row]!
    return Number.isNaN(value) ? null : value
  })
}

function pickTextColumn(values: readonly (string | null)[], rows: Uint32Array): ColumnValues {
  return viewColumn(rows.length, (row) => values[rows[row]!] ?? null)
}

function texts({ length, at }: TextColumn): ColumnValues {
  return viewColumn(length, at)
}

/** Each number divided by the whole; NaN where either is missing and for a whole of zero. Yields between blocks. */
function* rates(parts: Float64Array, total: number | null): SlicedWork<Float64Array> {
  if (total === null || total === 0) return new Float64Array(parts.length).fill(Number.NaN)
  const rates = new Float64Array(parts.length)
  for (let begin = 0; begin < rates.length; begin += SLICE_ROWS) {
    divide(rates.subarray(begin, begin + SLICE_ROWS), parts.subarray(begin), total)
    yield
  }
  return rates
}

const SLICE_ROWS = 8192

function divide(rates: Float64Array, parts: Float64Array, total: number): void {
  for (let row = 0; row < rates.length; row++) rates[row] = roundRate(parts[row]! / total)
}

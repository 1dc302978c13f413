import { inSpans, type SlicedWork } from '@tributary/core/internal'
import type { Measured, Measurement, Total } from '../contribute/measure.ts'
import type { Sums } from '../numbers/compensated-sum.ts'
import { plainText } from '../numbers/growth.ts'
import type { MetricForm } from '../plan/metric-form.ts'
import type { AggregateFrame, NumberColumn } from '../request/source.ts'
import { type Warning, warning } from '../request/warnings.ts'

/** The warnings about the total. */
export function totalWarnings(form: MetricForm, scope: Total): readonly Warning[] {
  if (form.kind === 'other') return [warning('NOT_ATTRIBUTABLE', { reason: form.reason })]
  if (form.kind === 'quotient' && scope.change === null) return [warning('RATIO_UNDEFINED')]
  if (form.kind === 'path' && scope.change === null) return [warning('NOT_CLOSED')]
  if (scope.change === 0) return [warning('TOTAL_UNCHANGED')]
  return scope.isRounding ? [warning('CHANGE_WITHIN_ROUNDING')] : []
}

/** The warning that a drill-down has no overall rates, for the change of the root scope is not defined, or is none. */
export function rootWarnings(form: MetricForm, root: Total): readonly Warning[] {
  if (form.kind === 'other') return []
  return totalWarnings(form, root).map(({ code }) => warning('OVERALL_UNDEFINED', { root: code }))
}

/** The warnings about the values of a table. */
export function valueWarnings({ compare }: Measured): readonly Warning[] {
  for (let row = 0; row < compare.length; row++) {
    if (compare[row]! < 0) return [warning('NEGATIVE_BASE')]
  }
  return []
}

/** The warnings about the sum of a table's contributions. */
export function sumWarnings(
  { sum, sizes }: Sums,
  form: MetricForm,
  scope: Total,
): readonly Warning[] {
  if (scope.change === null) return []
  const warnings: Warning[] = []
  const gap = scope.change - sum
  // Less is the rounding of ratios whose groups do not overlap after all.
  const overlapping = Math.abs(gap) > 1e-12 * (sizes + Math.abs(scope.change))
  if (form.kind !== 'other' && form.overlaps && overlapping) {
    warnings.push(warning('NOT_ADDITIVE', { gap: plainText(gap) }))
  }
  if (scope.change !== 0 && !scope.isRounding && sizes > 10 * Math.abs(scope.change)) {
    warnings.push(warning('OFFSETTING_CHANGES'))
  }
  return warnings
}

/** How many rows of a table have no value, or no contribution, because a number is beyond the range of doubles. */
export interface Overflows {
  readonly current: number
  readonly compare: number
  readonly change: number
}

/**
 * Counts the rows whose values are out of range: a sum that is infinite, or that has no value although a sum of nothing is
 * 0; and those of which the difference is. Yields between blocks.
 */
export function* countOverflows(
  { metric, form, withoutMean }: Pick<Measurement, 'metric' | 'form' | 'withoutMean'>,
  frame: AggregateFrame,
  { current, compare, contribution }: Measured,
): SlicedWork<Overflows> {
  if (form.kind !== 'linear') {
    const measures = frame.measures.slice(0, metric.measures.length)
    const infinite = (window: 'current' | 'compare') =>
      listDoubleColumns(measures.map((measure) => measure[window]))
    return {
      current: yield* countRows(infinite('current'), frame.rowCount),
      compare: yield* countRows(infinite('compare'), frame.rowCount),
      change: 0,
    }
  }
  const missing = { current: 0, compare: 0, change: 0 }
  yield* inSpans(contribution.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const noCurrent = Number.isNaN(current[row]!)
      const noCompare = Number.isNaN(compare[row]!)
      if (noCurrent) missing.current++
      if (noCompare) missing.compare++
      if (!noCurrent && !noCompare && Number.isNaN(contribution[row]!)) missing.change++
    }
  })
  for (const window of withoutMean) missing[window] = 0
  return missing
}

function listDoubleColumns(columns: readonly NumberColumn[]): readonly Float64Array[] {
  return columns.flatMap((column) => (column.kind === 'double' ? [column.values] : []))
}

/** The rows in which a number is infinite. */
function* countRows(columns: readonly Float64Array[], rows: number): SlicedWork<number> {
  let count = 0
  if (columns.length === 0) return count
  const isInfinite = (row: number) =>
    columns.some((values) => Math.abs(values[row]!) === Number.POSITIVE_INFINITY)
  yield* inSpans(rows, (from, to) => {
    for (let row = from; row < to; row++) count += Number(isInfinite(row))
  })
  return count
}

/** The warning about the overflows of a table and, for a table of groups, about those of the total. */
export function overflowWarnings(
  tableOverflows: Overflows,
  total: Overflows | null,
): readonly Warning[] {
  const lost = (total === null ? [] : listOverflows(total)).map(([name]) => name)
  const details = {
    ...Object.fromEntries(listOverflows(tableOverflows)),
    ...(lost.length > 0 && { total: lost }),
  }
  return Object.keys(details).length === 0 ? [] : [warning('OVERFLOW', details)]
}

function listOverflows(overflows: Overflows): readonly (readonly [name: string, rows: number])[] {
  return Object.entries(overflows).filter(([, rows]) => rows > 0)
}

import { runToEnd } from '@tributary/core/internal'
import { type Measurement, measureTotal, type Total } from '../contribute/measure.ts'
import type { MetricForm } from '../plan/metric-form.ts'
import type { ComparisonPlan } from '../plan/plan-comparison.ts'
import type { ComparisonAnswers, ComparisonWindows } from '../plan/read-comparison.ts'
import type { ResolvedMetric } from '../request/request.ts'
import type { AggregateFrame, MeasureTexts } from '../request/source.ts'
import type { Warning } from '../request/warnings.ts'
import { countOverflows, type Overflows } from './table-warnings.ts'

/** The totals and the limits that all tables of an answer share. */
export interface TableContext {
  readonly form: MetricForm
  readonly measurement: Measurement
  /** The warnings about windows without rows. */
  readonly missing: readonly Warning[]
  readonly scope: Total
  /** The total of the root scope; null when the scope is the root scope. */
  readonly root: Total | null
  readonly maxRows: number
  /** The most rows that the question wants, the largest contributions first; null for no such limit. */
  readonly rowLimit: number | null
  /** Whether contributions are columns. */
  readonly contributions: boolean
  /** The numbers of the total that are out of range. */
  readonly overflows: Overflows
  /** The values of a metric that is a text, a date or a time; null for numbers. */
  readonly texts: MeasureTexts | null
}

/** Measures the totals of a comparison. */
export function createTableContext(
  { request, form }: ComparisonPlan,
  { scope, root }: ComparisonAnswers,
  { measureDivisors, withoutMean, missing }: ComparisonWindows,
): TableContext {
  const { metric } = request
  const overall = scope.frames[0]!
  const measurement: Measurement = { metric, form, measureDivisors, withoutMean }
  const total = measureTotal(measurement, overall)
  return {
    form,
    measurement,
    missing,
    scope: total,
    root: root && measureTotal(measurement, root.frames[0]!),
    maxRows: request.maxRows ?? 10_000,
    rowLimit: request.rowLimit ?? null,
    contributions: request.contributions ?? false,
    texts: findMetricTexts(metric, overall),
    overflows: runToEnd(countOverflows(measurement, overall, total)),
  }
}

/** The values of a metric that is a MIN or MAX of texts, dates or times; null for numbers. */
export function findMetricTexts(
  { formula, measures }: ResolvedMetric,
  frame: AggregateFrame,
): MeasureTexts | null {
  if (formula.kind !== 'reference') return null
  const index = measures.findIndex(({ name }) => name === formula.name)
  return frame.measures[index]?.texts ?? null
}

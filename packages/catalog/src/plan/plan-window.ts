import { compile, type TypedExpr } from '@tributary/expression'
import { timeConstraintMissing } from '../errors.ts'
import { allOf } from '../resolve/all-of.ts'
import { columnScope } from '../resolve/column-scope.ts'
import { datasetScope } from '../resolve/dataset-scope.ts'
import type { Located } from '../resolve/located.ts'
import { timeScope } from '../resolve/time-scope.ts'
import type { WindowQuestion } from './attribution-question.ts'
import type { PlanContext } from './plan-context.ts'

/** A window in its parts. */
export interface PlannedWindow {
  /** Which rows are in it: filters and time. */
  readonly condition: TypedExpr
  readonly filters: readonly TypedExpr[]
  readonly time: TypedExpr
  /** Where the time constraint stands. */
  readonly path: string
}

/**
 * A window: its filters and its time constraint, or the question's when it has none.
 * `expectedAt` is where the constraint is missed when there is neither.
 */
export function planWindow(
  context: PlanContext,
  window: WindowQuestion,
  expectedAt: string,
): PlannedWindow {
  const { catalog, metric, question } = context
  const constraint = present(window.timeConstraint) ?? present(question.timeConstraint)
  if (constraint === null) {
    throw timeConstraintMissing(window.timeConstraint?.path ?? expectedAt)
  }
  const { path } = constraint
  const time = compile(constraint.text, timeScope(catalog, metric.dataset), {
    path,
    expect: 'BOOLEAN',
    now: question.now,
  })
  const filters = [...rowsThatExist(context), ...planFilters(context, window.filters)]
  return { condition: allOf([...filters, time]) ?? time, filters, time, path }
}

/** The dataset's own condition, whose names are columns whatever dimensions are called: other rows are in no window. */
function rowsThatExist({ catalog, metric, question }: PlanContext): readonly TypedExpr[] {
  const { filter, name } = metric.dataset
  if (filter === null) return []
  const path = `dataset ${name}, filter`
  const scope = columnScope(catalog, metric.dataset, [])
  return [compile(filter, scope, { path, expect: 'BOOLEAN', now: question.now })]
}

/** Conditions on rows. A metric's name in one is an `ExpressionError` that says so. */
export function planFilters(
  { catalog, metric, question }: PlanContext,
  filters: readonly Located[],
): readonly TypedExpr[] {
  const temporaryMetrics = new Set(question.metricDefinitions.keys())
  const scope = datasetScope(catalog, metric.dataset, { temporaryMetrics })
  return filters.map(({ text, path }) =>
    compile(text, scope, { path, expect: 'BOOLEAN', now: question.now }),
  )
}

function present(constraint: Located | null): Located | null {
  return constraint === null || constraint.text.trim() === '' ? null : constraint
}

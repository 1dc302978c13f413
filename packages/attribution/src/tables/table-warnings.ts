import type { SlicedWork } from '@tributary/core/internal'
import type { Measured, Total } from '../contribute/measure.ts'
import { compensatedSums } from '../numbers/compensated-sum.ts'
import { plainText } from '../numbers/growth.ts'
import type { MetricForm } from '../plan/metric-form.ts'
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

/** The sum of the contributions of a table, and the sum of their sizes. */
export interface ContributionSums {
  readonly change: number
  readonly turnover: number
}

/** Adds up contributions; those that are not defined count as 0. Yields between blocks. */
export function* contributionSums({
  contribution,
}: Pick<Measured, 'contribution'>): SlicedWork<ContributionSums> {
  const { sum, sizes } = yield* compensatedSums(contribution)
  return { change: sum, turnover: sizes }
}

/** The warnings about the sum of a table's contributions. */
export function sumWarnings(
  { change, turnover }: ContributionSums,
  form: MetricForm,
  scope: Total,
): readonly Warning[] {
  if (scope.change === null) return []
  const warnings: Warning[] = []
  const gap = scope.change - change
  // Less is the rounding of ratios whose groups do not overlap after all.
  const overlapping = Math.abs(gap) > 1e-12 * (turnover + Math.abs(scope.change))
  if (form.kind !== 'other' && form.overlaps && overlapping) {
    warnings.push(warning('NOT_ADDITIVE', { gap: plainText(gap) }))
  }
  if (scope.change !== 0 && !scope.isRounding && turnover > 10 * Math.abs(scope.change)) {
    warnings.push(warning('OFFSETTING_CHANGES'))
  }
  return warnings
}

import type { Measured, Total } from '../contribute/measure.ts'
import { compensatedSum } from '../numbers/compensated-sum.ts'
import { plainText } from '../numbers/decimal.ts'
import type { MetricForm } from '../plan/metric-form.ts'
import { type Warning, warning } from '../warnings.ts'

/** What must be known of the total before any table is read. */
export function totalWarnings(form: MetricForm, scope: Total): readonly Warning[] {
  if (form.kind === 'other') return [warning('NOT_ATTRIBUTABLE', form.reason)]
  if (form.kind === 'quotient' && scope.change === null) return [warning('RATIO_UNDEFINED')]
  if (form.kind === 'path' && scope.change === null) return [warning('NOT_CLOSED')]
  return scope.change === 0 ? [warning('TOTAL_UNCHANGED')] : []
}

/** What must be known of the values of a table. */
export function valueWarnings({ compare }: Measured): readonly Warning[] {
  return compare.some((value) => value !== null && value < 0) ? [warning('NEGATIVE_BASE')] : []
}

/** What must be known of the contributions of a table, taken together. */
export function sumWarnings(
  measured: Measured,
  form: MetricForm,
  scope: Total,
): readonly Warning[] {
  if (scope.change === null) return []
  const contributions = measured.contribution.filter((value) => value !== null)
  const warnings: Warning[] = []
  const gap = scope.change - compensatedSum(contributions)
  if (form.kind !== 'other' && form.overlaps && gap !== 0) {
    warnings.push(warning('NOT_ADDITIVE', `gap=${plainText(gap)}`))
  }
  const turnover = compensatedSum(contributions.map(Math.abs))
  if (scope.change !== 0 && turnover > 10 * Math.abs(scope.change)) {
    warnings.push(warning('OFFSETTING_CHANGES'))
  }
  return warnings
}

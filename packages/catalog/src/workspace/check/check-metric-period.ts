import type { DatasetDefinition } from '../../definitions/dataset.ts'
import { accumulates, type DerivedMetric } from '../../definitions/metric.ts'
import { PERIOD_KEYS, type PeriodInFile } from '../codecs/metric-period.ts'
import { type CheckedMetric, type MetricCheck, rawOf } from './check-aggregates.ts'
import { checkGrain } from './check-tenant.ts'

/** Whether the period of a DERIVED metric has a meaning over its base; reports why it has none. */
export function checkPeriod(
  check: MetricCheck,
  metric: DerivedMetric,
  base: Pick<CheckedMetric, 'datasets' | 'isAccumulated'>,
): boolean {
  const { report, catalog } = check
  const raw = rawOf(check, metric)
  const written = (raw as { readonly period?: PeriodInFile }).period
  const { period } = metric
  if (period === undefined || written === undefined) return true
  const keys = PERIOD_KEYS.filter((key) => written[key] !== undefined)
  const [key] = keys
  if (key === undefined || keys.length > 1) {
    const found = key === undefined ? 'none' : keys.join(' and ')
    const message = `Expected one of ${PERIOD_KEYS.join(', ')}, found ${found}`
    report.at(raw, ['period'], message)
    return false
  }
  if (written.take !== undefined && !accumulates(period)) {
    const message = `Expected "take" beside trailing, toDate or allTime, found it beside ${key}`
    report.at(raw, ['period', 'take'], message, 'leave it out')
    return false
  }
  if ('grain' in period) {
    const at = { raw, path: ['period', key] }
    const { calendar } = catalog.workspace
    if (!checkGrain(report, at, { word: period.grain, calendar })) return false
  }
  const timeless = base.datasets.find((one: DatasetDefinition) => one.time === null)
  if (timeless !== undefined) {
    const message = `Expected a metric of datasets with a time, but "${timeless.name}" has none`
    report.at(raw, ['period'], message)
    return false
  }
  if (accumulates(period) && base.isAccumulated === true) {
    const message = `"${metric.metric}" is accumulated already, and its values do not add up`
    report.at(raw, ['period'], message, 'accumulate the metric that it comes from')
    return false
  }
  return true
}

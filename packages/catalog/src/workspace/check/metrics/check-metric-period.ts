import type { DatasetDefinition } from '../../../definitions/dataset.ts'
import { accumulates, type DerivedMetric } from '../../../definitions/metric.ts'
import type { Catalog } from '../../../resolve/catalog/catalog.ts'
import { isMeanPeriod } from '../../../resolve/metrics/other-period.ts'
import { resolveMetric } from '../../../resolve/metrics/resolve-metric.ts'
import { PERIOD_KEYS, type PeriodInFile } from '../../codecs/metric-period.ts'
import { CHECK_TIME } from '../check-expression.ts'
import { checkGrain } from '../check-tenant.ts'
import { type CheckedMetric, getRawMetric, type MetricCheck } from './check-aggregates.ts'

/** Whether the period of a DERIVED metric has a meaning over its base; reports why it has none. */
export function checkPeriod(
  check: MetricCheck,
  metric: DerivedMetric,
  base: Pick<CheckedMetric, 'datasets' | 'isAccumulated'>,
): boolean {
  const { report, catalog } = check
  const raw = getRawMetric(check, metric)
  const written = (raw as { readonly period?: PeriodInFile }).period
  const { period } = metric
  if (period === undefined || written === undefined) return true
  const keys = PERIOD_KEYS.filter((key) => written[key] !== undefined)
  const [key] = keys
  if (key === undefined || keys.length > 1) {
    const keyText = key === undefined ? 'none' : keys.join(' and ')
    const message = `Expected one of ${PERIOD_KEYS.join(', ')}, found ${keyText}`
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
  const timeless = base.datasets.find((dataset: DatasetDefinition) => dataset.time === null)
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
  if (!isMeanPeriod(period) || isAverageable(catalog, metric.metric)) return true
  const message = `Expected a sum, a count, or a MIN or MAX of numbers, found "${metric.metric}", which is none`
  report.at(raw, ['period', 'take'], message, 'take the LAST or the FIRST, or average its parts')
  return false
}

const AVERAGEABLE: ReadonlySet<string> = new Set(['SUM', 'COUNT', 'MIN', 'MAX'])

/** Whether a metric is one aggregate that follows from those of base periods. */
function isAverageable(catalog: Catalog, name: string): boolean {
  let metric = catalog.metrics.find(name)[0]
  while (metric?.type === 'DERIVED') metric = catalog.metrics.find(metric.metric)[0]
  if (metric?.type !== 'ATOMIC' || metric.nonAdditive !== undefined) return false
  if (!AVERAGEABLE.has(metric.aggregate)) return false
  const { formula } = resolveMetric(catalog, { text: metric.name, path: 'period' }, CHECK_TIME)
  return NUMBERS.has(formula.type)
}

const NUMBERS: ReadonlySet<string> = new Set(['INT', 'DECIMAL', 'DOUBLE'])

import { aggregateType } from '@tributary/attribution'
import type { AtomicMetric } from '../../definitions/metric.ts'
import { datasetScope } from '../../resolve/dataset-scope.ts'
import { checkExpression } from './check-expression.ts'
import { checkFilters, type MetricCheck, rawOf, type Verdict } from './metric-check.ts'
import { ATOM } from './metric-size.ts'

/** Reports the mistakes of a metric that is one aggregate; null when there are any. */
export function checkAtomicMetric(check: MetricCheck, metric: AtomicMetric): Verdict | null {
  const { report, catalog } = check
  const raw = rawOf(check, metric)
  const dataset = catalog.datasets.byName(metric.dataset)
  if (dataset === undefined) {
    const candidates = catalog.datasets.names()
    report.unknown(raw, ['dataset'], { kind: 'dataset', name: metric.dataset, candidates })
    return null
  }
  const areFiltersRight = checkFilters(check, metric, dataset) && checkFraction(check, metric)
  if (metric.expr === null) {
    if (metric.aggregate === 'COUNT')
      return areFiltersRight ? { type: 'INT', dataset, size: ATOM } : null
    report.at(raw, [], `Expected the key "expr": ${metric.aggregate} needs a value to aggregate`)
    return null
  }
  const isCounting = metric.aggregate === 'COUNT' || metric.aggregate === 'COUNT_DISTINCT'
  const argument = checkExpression(report, {
    raw,
    path: ['expr'],
    text: metric.expr,
    scope: datasetScope(catalog, dataset),
    ...(isCounting ? {} : { expect: 'NUMBER' as const }),
  })
  if (argument === null || !areFiltersRight) return null
  return { type: aggregateType(metric.aggregate, argument.type), dataset, size: ATOM }
}

function checkFraction(check: MetricCheck, metric: AtomicMetric): boolean {
  const isRight = (metric.aggregate === 'PERCENTILE') === (metric.fraction !== null)
  if (!isRight) {
    const message =
      metric.fraction === null
        ? 'Expected the key "fraction": PERCENTILE needs one between 0 and 1'
        : `Only PERCENTILE has a fraction, this is a ${metric.aggregate}`
    check.report.at(rawOf(check, metric), metric.fraction === null ? [] : ['fraction'], message)
  }
  return isRight
}

import { aggregateType } from '@tributary/attribution/internal'
import { extractAggregates } from '@tributary/expression/internal'
import type { AtomicMetric, CompositeMetric } from '../../definitions/metric.ts'
import { datasetScope } from '../../resolve/row-scopes.ts'
import { CHECK_TIME, checkExpression } from './check-expression.ts'
import {
  ATOM,
  type CheckedMetric,
  checkFilters,
  type MetricCheck,
  type MetricSize,
  rawOf,
  sizeAbove,
} from './metric-check.ts'

/** Reports the mistakes of a metric that is one aggregate; null when there are any. */
export function checkAtomicMetric(check: MetricCheck, metric: AtomicMetric): CheckedMetric | null {
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
    scope: datasetScope(catalog, dataset, CHECK_TIME),
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

/** Reports the mistakes of a formula of aggregates over the rows of a dataset; null when there are any. */
export function checkAggregateFormula(
  check: MetricCheck,
  metric: CompositeMetric,
  name: string,
): CheckedMetric | null {
  const { report, catalog } = check
  const raw = rawOf(check, metric)
  const dataset = catalog.datasets.byName(name)
  if (dataset === undefined) {
    const candidates = catalog.datasets.names()
    report.unknown(raw, ['dataset'], { kind: 'dataset', name, candidates })
    return null
  }
  const typed = checkExpression(report, {
    raw,
    path: ['expr'],
    text: metric.expr,
    scope: datasetScope(catalog, dataset, CHECK_TIME),
    expect: 'NUMBER',
    level: 'metric',
  })
  if (typed === null) return null
  const leaves: MetricSize[] = []
  extractAggregates(typed, () => {
    leaves.push(ATOM)
    return { kind: 'reference', type: 'DOUBLE', table: null, name: metric.name }
  })
  if (leaves.length === 0) {
    report.at(raw, ['expr'], 'Expected an aggregate such as Sum([amount]), found none')
    return null
  }
  return { type: typed.type, dataset, size: sizeAbove(leaves) }
}

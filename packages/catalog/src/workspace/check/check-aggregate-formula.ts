import { extractAggregates } from '@tributary/expression'
import type { CompositeMetric } from '../../definitions/metric.ts'
import { datasetScope } from '../../resolve/dataset-scope.ts'
import { checkExpression } from './check-expression.ts'
import { type MetricCheck, rawOf, type Verdict } from './metric-check.ts'
import { ATOM, type MetricSize, sizeAbove } from './metric-size.ts'

/** Reports the mistakes of a formula of aggregates over the rows of a dataset; null when there are any. */
export function checkAggregateFormula(
  check: MetricCheck,
  metric: CompositeMetric,
  name: string,
): Verdict | null {
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
    scope: datasetScope(catalog, dataset),
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

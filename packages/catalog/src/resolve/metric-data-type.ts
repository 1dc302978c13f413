import { assertNever } from '@tributary/core'
import { parse } from '@tributary/expression'
import type { OriginDataType } from '../definitions/dataset.ts'
import type { AtomicMetric, MetricDefinition } from '../definitions/metric.ts'
import type { Catalog } from './catalog.ts'
import { originDataTypeOf } from './columns.ts'
import { datasetOfMetric } from './dataset-time.ts'
import { meaningIn } from './meaning.ts'
import { isMeanPeriod } from './other-period.ts'
import { resolveMetric } from './resolve-metric.ts'

/**
 * The column type of a metric's value: BIGINT for counts and sums of whole numbers, DOUBLE for
 * quotients, the column's own type for the MIN and MAX of a plain column.
 */
export function metricDataType(catalog: Catalog, metric: MetricDefinition): OriginDataType {
  switch (metric.type) {
    case 'DERIVED':
      return metric.period !== undefined && isMeanPeriod(metric.period)
        ? 'DOUBLE'
        : metricDataType(catalog, catalog.metric(metric.metric))
    case 'ATOMIC':
      return extremeType(catalog, metric) ?? formulaType(catalog, metric)
    case 'COMPOSITE':
      return formulaType(catalog, metric)
    default:
      return assertNever(metric)
  }
}

function formulaType(catalog: Catalog, metric: MetricDefinition): OriginDataType {
  const located = { text: metric.name, path: `metric ${metric.name}` }
  return originDataTypeOf(resolveMetric(catalog, located, { now: 0n }).formula.type)
}

function extremeType(catalog: Catalog, metric: AtomicMetric): OriginDataType | null {
  if (metric.expr === null || (metric.aggregate !== 'MIN' && metric.aggregate !== 'MAX'))
    return null
  const { ast } = parse(metric.expr)
  if (ast === null || (ast.kind !== 'field' && ast.kind !== 'column')) return null
  const meaning = meaningIn(catalog, datasetOfMetric(catalog.dataset(metric.dataset), metric), ast)
  return meaning.kind === 'column' ? meaning.column.originDataType : null
}

import type { ValueType } from '@tributary/expression'
import type { Catalog } from '../../catalog.ts'
import type { DatasetDefinition } from '../../definitions/dataset.ts'
import type { AtomicMetric, DerivedMetric, MetricDefinition } from '../../definitions/metric.ts'
import { datasetScope } from '../../resolve/dataset-scope.ts'
import type { Report } from '../report.ts'
import type { MetricInFile } from '../workspace-file.ts'
import { checkExpression } from './check-expression.ts'
import type { MetricSize } from './metric-size.ts'

/** What is known of a right metric. */
export interface Verdict {
  readonly type: ValueType
  readonly dataset: DatasetDefinition
  readonly size: MetricSize
}

/** What stays the same while the metrics of a workspace are checked. */
export interface MetricCheck {
  readonly report: Report
  readonly catalog: Catalog
  readonly raws: ReadonlyMap<MetricDefinition, MetricInFile>
  /** Null: something is wrong with the metric, or with one below it. */
  readonly verdicts: Map<MetricDefinition, Verdict | null>
  /** The metrics being checked, outermost first. */
  readonly open: MetricDefinition[]
}

/** Whether all filters of a metric are conditions on the rows of a dataset; reports those that are not. */
export function checkFilters(
  check: MetricCheck,
  metric: AtomicMetric | DerivedMetric,
  dataset: DatasetDefinition,
): boolean {
  const raw = rawOf(check, metric)
  const scope = datasetScope(check.catalog, dataset)
  const checked = metric.filters.map((text, i) =>
    checkExpression(check.report, { raw, path: ['filters', i], text, scope, expect: 'BOOLEAN' }),
  )
  return !checked.includes(null)
}

/** What the file says of a metric. */
export function rawOf(check: MetricCheck, metric: MetricDefinition): MetricInFile {
  const raw = check.raws.get(metric)
  if (raw === undefined) throw new TypeError(`The metric "${metric.name}" stands in no file`)
  return raw
}

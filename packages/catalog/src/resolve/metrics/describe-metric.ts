import type { Measure } from '@tributary/attribution'
import { metricForm } from '@tributary/attribution/internal'
import { assertNever } from '@tributary/core'
import { parse } from '@tributary/expression'
import type { ResourceRef } from '../../definitions/access.ts'
import type { OriginDataType } from '../../definitions/dataset.ts'
import type { AtomicMetric, MetricDefinition } from '../../definitions/metric.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { toOriginDataType } from '../catalog/columns.ts'
import { selectMetricDataset } from '../catalog/dataset-time.ts'
import { meaningIn } from '../catalog/meaning.ts'
import { listFieldNames } from '../names/expression-names.ts'
import { isMean, isMeanPeriod } from './other-period.ts'
import { type MetricResolution, resolveMetric } from './resolve-metric.ts'

/** A metric with its formula resolved. */
export interface MetricDescription extends Pick<MetricResolution, 'datasets'> {
  readonly originDataType: OriginDataType
  readonly measures: readonly Pick<
    Measure,
    'name' | 'aggregate' | 'fraction' | 'nested' | 'otherWindow'
  >[]
  /** How contributions to it are computed. */
  readonly form: ReturnType<typeof metricForm>['kind']
  /** Why a change of it cannot be divided; null when it can. */
  readonly reason: string | null
  /** The metrics that its definition names, in the order in which it does. */
  readonly references: readonly MetricDefinition[]
  /** The resources that it is computed from, itself included. */
  readonly basedOn: readonly ResourceRef[]
}

/** Resolves a metric of the catalog to what it is computed from. `now` is the local time of relative conditions. */
export function describeMetric(
  { unrestricted: catalog }: Catalog,
  metric: MetricDefinition,
  now: bigint,
): MetricDescription {
  const located = { text: metric.name, path: 'metricName' }
  const {
    measures: resolved,
    datasets,
    metrics,
    ...fields
  } = resolveMetric(catalog, located, { now })
  // Which other windows a measure has does not matter here, only that it has.
  const measures = resolved.map(({ moves, ...measure }) => {
    return moves.length === 0 ? measure : { ...measure, otherWindow: 0 }
  })
  const mean = resolved.find(({ moves }) => moves.some(isMean))
  const form: ReturnType<typeof metricForm> =
    mean === undefined
      ? metricForm({ ...fields, measures })
      : {
          kind: 'other',
          reason: `"${mean.name}" is a mean of what is accumulated up to each base period`,
        }
  return {
    datasets,
    originDataType: metricDataType(catalog, metric),
    measures,
    form: form.kind,
    reason: form.kind === 'other' ? form.reason : null,
    references: listReferencedMetrics(catalog, metric),
    basedOn: [
      ...datasets.map(({ name }): ResourceRef => ({ type: 'DATASET', name })),
      ...Array.from(metrics, ({ name }): ResourceRef => ({ type: 'METRIC', name })),
    ],
  }
}

function listReferencedMetrics(
  catalog: Catalog,
  metric: MetricDefinition,
): readonly MetricDefinition[] {
  if (metric.type === 'DERIVED') return [catalog.metric(metric.metric)]
  if (metric.type !== 'COMPOSITE' || metric.dataset !== null) return []
  return [
    ...new Set(
      listFieldNames(metric.expr, catalog.workspace.calendar).map((name) => catalog.metric(name)),
    ),
  ]
}

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
  return toOriginDataType(resolveMetric(catalog, located, { now: 0n }).formula.type)
}

function extremeType(catalog: Catalog, metric: AtomicMetric): OriginDataType | null {
  if (metric.expr === null || (metric.aggregate !== 'MIN' && metric.aggregate !== 'MAX'))
    return null
  const { ast } = parse(metric.expr)
  if (ast === null || (ast.kind !== 'field' && ast.kind !== 'column')) return null
  const meaning = meaningIn(
    catalog,
    selectMetricDataset(catalog.dataset(metric.dataset), metric),
    ast,
  )
  return meaning.kind === 'column' ? meaning.column.originDataType : null
}

import { aggregateType, isTextExtreme } from '@tributary/attribution/internal'
import type { ValueType } from '@tributary/expression'
import { extractAggregates } from '@tributary/expression/internal'
import type { DatasetDefinition } from '../../../definitions/dataset.ts'
import type {
  AtomicMetric,
  CompositeMetric,
  DerivedMetric,
  MetricDefinition,
} from '../../../definitions/metric.ts'
import type { Catalog } from '../../../resolve/catalog/catalog.ts'
import { selectMetricDataset } from '../../../resolve/catalog/dataset-time.ts'
import { createDatasetScope } from '../../../resolve/rows/row-scopes.ts'
import type { MetricInFile } from '../../codecs/metric.ts'
import type { Report } from '../../files/report.ts'
import type { DocumentPath } from '../../structure/shape.ts'
import { CHECK_TIME, checkExpression, resolveDataset } from '../check-expression.ts'
import { checkNonAdditive, typeOverTime } from './check-non-additive.ts'

/** A metric that was checked and has no mistakes. */
export interface CheckedMetric {
  readonly type: ValueType
  /** The datasets that it aggregates. */
  readonly datasets: readonly DatasetDefinition[]
  readonly size: MetricSize
  /** Whether it accumulates periods, or a metric below it does. Absent for not. */
  readonly isAccumulated?: boolean
}

/** The state of checking the metrics of a workspace. */
export interface MetricCheck {
  readonly report: Report
  readonly catalog: Catalog
  readonly raws: ReadonlyMap<MetricDefinition, MetricInFile>
  /** Null: something is wrong with the metric, or with one below it. */
  readonly checkedMetrics: Map<MetricDefinition, CheckedMetric | null>
  /** The metrics being checked, outermost first. */
  readonly open: MetricDefinition[]
}

/** Whether all filters of a metric are conditions on the rows of its datasets; reports those that are not. */
export function checkFilters(
  check: MetricCheck,
  metric: AtomicMetric | DerivedMetric,
  datasets: readonly DatasetDefinition[],
): boolean {
  const raw = getRawMetric(check, metric)
  const scopes = datasets.map((dataset) => createDatasetScope(check.catalog, dataset, CHECK_TIME))
  const checked = metric.filters.map((text, i) =>
    scopes.every((scope) => {
      const at = { raw, path: ['filters', i], text, scope, expect: 'BOOLEAN' } as const
      return checkExpression(check.report, at) !== null
    }),
  )
  return !checked.includes(false)
}

/** The entry of a metric in its file. */
export function getRawMetric(check: MetricCheck, metric: MetricDefinition): MetricInFile {
  const raw = check.raws.get(metric)
  if (raw === undefined) throw new TypeError(`The metric "${metric.name}" is in no file`)
  return raw
}

/** The size of a metric when all formulas below it are expanded. */
export interface MetricSize {
  /** How many aggregates its formula names. */
  readonly parts: number
  /** How many metrics refer to one another in a chain, itself included. */
  readonly levels: number
}

/** Formulas are expanded for each request, so a small file could otherwise produce an enormous one. */
export const METRIC_LIMITS: MetricSize = { parts: 1_000, levels: 100 }

/** The size of an ATOMIC metric. */
const ATOM: MetricSize = { parts: 1, levels: 1 }

/** The size of a metric from the sizes of those that it names, once for each mention. */
export function sizeAbove(below: readonly MetricSize[]): MetricSize {
  return {
    parts: below.reduce((sum, size) => sum + size.parts, 0),
    levels: 1 + below.reduce((most, size) => Math.max(most, size.levels), 0),
  }
}

/** Whether a metric is larger than a workspace may have. */
export function isTooLarge({ parts, levels }: MetricSize): boolean {
  return parts > METRIC_LIMITS.parts || levels > METRIC_LIMITS.levels
}

/** Reports the mistakes of a metric that is one aggregate; null when there are any. */
export function checkAtomicMetric(check: MetricCheck, metric: AtomicMetric): CheckedMetric | null {
  const { report, catalog } = check
  const raw = getRawMetric(check, metric)
  const dataset = checkMetricDataset(check, metric, metric.dataset)
  if (dataset === null) return null
  const areFiltersRight =
    checkFilters(check, metric, [dataset]) &&
    checkFraction(check, metric) &&
    checkNonAdditive({ report, raw, catalog }, metric, dataset) &&
    checkFill(check, metric, dataset)
  if (metric.expr === null) {
    if (metric.aggregate === 'COUNT')
      return areFiltersRight
        ? { type: typeOverTime({ report, raw }, metric, 'INT')!, datasets: [dataset], size: ATOM }
        : null
    report.at(raw, [], `Expected the key "expr": ${metric.aggregate} needs a value to aggregate`)
    return null
  }
  const isCounting = metric.aggregate === 'COUNT' || metric.aggregate === 'COUNT_DISTINCT'
  const isExtreme = metric.aggregate === 'MIN' || metric.aggregate === 'MAX'
  const argument = checkExpression(report, {
    raw,
    path: ['expr'],
    text: metric.expr,
    scope: createDatasetScope(catalog, dataset, CHECK_TIME),
    ...(isCounting || isExtreme ? {} : { expect: 'NUMBER' as const }),
  })
  if (argument === null || !areFiltersRight) return null
  if (isExtreme && argument.type === 'BOOLEAN') {
    const expected = 'Expected a number, a text, a date or a time'
    report.at(raw, ['expr'], `${expected} for ${metric.aggregate}, found a condition`)
    return null
  }
  const type = typeOverTime({ report, raw }, metric, aggregateType(metric.aggregate, argument.type))
  return type && { type, datasets: [dataset], size: ATOM }
}

/** The dataset of a metric with the metric's time; null when it, or one of the times, does not exist. */
function checkMetricDataset(
  { report, catalog, raws }: MetricCheck,
  metric: AtomicMetric | CompositeMetric,
  name: string,
): DatasetDefinition | null {
  const raw = raws.get(metric)!
  const dataset = resolveDataset(report, catalog, raw, name)
  if (dataset === null) return null
  const candidates = [
    dataset.time?.name,
    ...(dataset.times ?? []).map((namedTime) => namedTime.name),
  ].filter((timeName) => timeName !== undefined)
  const kind = `time of the dataset "${dataset.name}"`
  const isKnown = (time: string, path: DocumentPath): boolean => {
    if (candidates.includes(time)) return true
    report.unknown(raw, path, { kind, name: time, candidates })
    return false
  }
  const isTimeKnown = metric.time === undefined || isKnown(metric.time, ['time'])
  const timeChecks = (metric.times ?? []).map((time, i) => isKnown(time, ['times', i]))
  return isTimeKnown && !timeChecks.includes(false) ? selectMetricDataset(dataset, metric) : null
}

function checkFill(check: MetricCheck, metric: AtomicMetric, dataset: DatasetDefinition): boolean {
  const isRight = metric.fillsPeriods !== true || dataset.time !== null
  if (!isRight) {
    const message = `Expected a dataset with a time, but "${dataset.name}" has none`
    check.report.at(getRawMetric(check, metric), ['fillsPeriods'], message, 'leave it out')
  }
  return isRight
}

function checkFraction(check: MetricCheck, metric: AtomicMetric): boolean {
  const { aggregate } = metric
  const isPercentile = aggregate === 'PERCENTILE' || aggregate === 'PERCENTILE_DISC'
  const isRight = isPercentile === (metric.fraction !== null)
  if (!isRight) {
    const message =
      metric.fraction === null
        ? `Expected the key "fraction": ${aggregate} needs one between 0 and 1`
        : `Only PERCENTILE and PERCENTILE_DISC have a fraction, this is a ${aggregate}`
    check.report.at(
      getRawMetric(check, metric),
      metric.fraction === null ? [] : ['fraction'],
      message,
    )
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
  const raw = getRawMetric(check, metric)
  const dataset = checkMetricDataset(check, metric, name)
  if (dataset === null) return null
  const typed = checkExpression(report, {
    raw,
    path: ['expr'],
    text: metric.expr,
    scope: createDatasetScope(catalog, dataset, CHECK_TIME),
    expect: 'NUMBER',
    level: 'metric',
  })
  if (typed === null) return null
  const measures: MetricSize[] = []
  let texts: ValueType | null = null
  extractAggregates(typed, ({ aggregate, argument }) => {
    measures.push(ATOM)
    if (isTextExtreme({ aggregate, argument })) texts = argument!.type
    return { kind: 'reference', type: 'DOUBLE', table: null, name: metric.name }
  })
  if (measures.length === 0) {
    report.at(raw, ['expr'], 'Expected an aggregate such as Sum([amount]), found none')
    return null
  }
  if (texts !== null) {
    const message = `Expected aggregates with numbers, found a Min, Max or AnyValue of the type ${texts}`
    report.at(raw, ['expr'], message, 'make it a metric of its own: type ATOMIC, aggregate MIN')
    return null
  }
  return { type: typed.type, datasets: [dataset], size: sizeAbove(measures) }
}

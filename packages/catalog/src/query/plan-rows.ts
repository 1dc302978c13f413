import type { QueryPart } from '@tributary/attribution/internal'
import type { SlicedWork } from '@tributary/core/internal'
import type { TypedExpr } from '@tributary/expression'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { Located } from '../definitions/temporary-metric.ts'
import {
  createFactContexts,
  createQuestionContext,
  type PlanContext,
} from '../plan/attribution-question.ts'
import type { PlanAttributionOptions } from '../plan/plan-attribution.ts'
import { planDimension } from '../plan/plan-groupings.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { findDimensionByName } from '../resolve/metrics/dimensions.ts'
import type { ResolvedMeasure } from '../resolve/metrics/measures.ts'
import type { Facts, MetricResolution } from '../resolve/metrics/resolve-metric.ts'
import { splitGrain } from '../resolve/names/expression-names.ts'
import { planParts } from './plan-parts.ts'
import { toAttributionQuestion } from './to-attribution-question.ts'

/** Whose rows are counted: those of a metric, of a dataset, or of the dataset that a dimension belongs to. */
export interface RowsQuestion {
  readonly metric: Located | null
  readonly dataset: DatasetDefinition | null
  /** The dimension by which the rows are grouped; null for all rows at once. */
  readonly dimension: Located | null
  /** A condition on `metric_time` alone; blank text counts as none. */
  readonly timeConstraint: Located | null
  /** Conditions on the rows. */
  readonly filters: readonly Located[]
  /** The present, in microseconds since 1970 in the tenant's local time. */
  readonly now: bigint
}

/** A request that counts rows, as the metric `rows`. */
export interface RowsPlan {
  readonly part: QueryPart
  readonly datasets: readonly DatasetDefinition[]
}

/** Turns a question about rows into a part of a query. Throws as the planning of an attribution does. */
export function* rowsPlan(
  catalog: Catalog,
  question: RowsQuestion,
  options: Pick<PlanAttributionOptions, 'user'> = {},
): SlicedWork<RowsPlan> {
  const { dimension, metric: named } = question
  const rowsQuestion = {
    ...question,
    metrics: named === null ? [] : [named],
    dimensions: [],
    metricDefinitions: new Map(),
  }
  const context = createQuestionContext(catalog, toAttributionQuestion(rowsQuestion))
  const based = named === null ? null : context.resolve(named)
  const facts: Facts = based?.datasets ?? [
    question.dataset ?? findDimensionDataset(catalog, dimension!),
  ]
  const datasets = withoutOtherTimes(facts)
  const planned = createFactContexts(context, createRowCountMetric(datasets, based))
  const planRowKeys = (of: PlanContext) =>
    dimension === null ? [] : [{ name: dimension.text, value: planDimension(of, dimension).value }]
  const [part] = yield* planParts([planned], {
    question: rowsQuestion,
    names: ['rows'],
    keysOf: planRowKeys,
    ...options,
  })
  return { part: part!, datasets }
}

/** Each dataset once, by the first of its times: its rows are the same by all of them. */
function withoutOtherTimes([first, ...remainingDatasets]: Facts): Facts {
  const listedNames = new Set([first.name])
  const further = remainingDatasets.filter(
    ({ name }) => !listedNames.has(name) && listedNames.add(name),
  )
  return [first, ...further]
}

/** The dataset whose rows have a dimension. */
function findDimensionDataset(catalog: Catalog, { text, path }: Located): DatasetDefinition {
  const { dataset } = findDimensionByName(catalog, {
    text: splitGrain(text, catalog.workspace.calendar).name,
    path,
  })
  return catalog.unrestricted.dataset(dataset)
}

/** The number of rows of datasets, as far as the conditions of a metric show them. */
function createRowCountMetric(datasets: Facts, metric: MetricResolution | null): MetricResolution {
  const measures = datasets.map((_, fact): ResolvedMeasure => {
    const measure = { aggregate: 'COUNT', argument: null, filter: null, moves: [] } as const
    return { name: `rows ${fact}`, ...measure, ...(fact > 0 && { otherFact: fact - 1 }) }
  })
  const [first, ...remainingCounts] = measures.map(({ name }): TypedExpr => {
    return { kind: 'reference', type: 'INT', table: null, name }
  })
  return {
    name: metric?.name ?? datasets[0].name,
    measures,
    formula: remainingCounts.reduce((sum, right): TypedExpr => {
      return { kind: 'arithmetic', type: 'INT', op: '+', left: sum, right }
    }, first!),
    datasets,
    metrics: metric?.metrics ?? new Set(),
    grain: null,
  }
}

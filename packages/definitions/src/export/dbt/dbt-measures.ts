import type { DatasetDefinition, MetricDefinition } from '@tributary/catalog'
import { type Expr, print, walk } from '@tributary/expression'
import type { Data, Exporter } from '../exporter/exporter.ts'
import { type AggregateCall, call, toRowCountFormula } from '../formula/flatten.ts'
import { refuseExport } from '../formula/refusal.ts'
import type { Models } from './dbt-models.ts'
import { printTemplate, toDbtTexts } from './dbt-names.ts'

const AGGREGATIONS: Readonly<Record<string, string>> = {
  Sum: 'sum',
  Count: 'count',
  CountDistinct: 'count_distinct',
  Avg: 'average',
  Min: 'min',
  Max: 'max',
  Median: 'median',
  Percentile: 'percentile',
  PercentileDisc: 'percentile',
}

/** The measures of semantic models. */
export class Measures {
  readonly #base: Exporter
  readonly #models: Models
  readonly #byDataset = new Map<string, Data[]>()
  /** By metric, the input that names its measure. */
  readonly #inputs = new Map<string, { readonly input: Data; readonly isFiltered: boolean }>()

  constructor(base: Exporter, models: Models) {
    this.#base = base
    this.#models = models
  }

  list(dataset: string): readonly Data[] {
    return this.#byDataset.get(dataset) ?? []
  }

  /** The measure of a simple metric, for metrics that accumulate it. */
  findMetricInput(name: string): Data {
    const measureInput = this.#inputs.get(name)
    if (measureInput === undefined)
      return refuseExport(`it accumulates ${name}, which is no one aggregate`)
    if (measureInput.isFiltered)
      refuseExport(`it accumulates ${name}, which has a filter by another table`)
    return measureInput.input
  }

  /** A simple metric of one aggregate, with its measure. */
  addSimpleMetric(metric: MetricDefinition, flat: AggregateCall, name: string): Data {
    const { name: aggregate, dataset: datasetName } = flat
    const dataset = this.#base.catalog.datasets.byName(datasetName)!
    const agg = AGGREGATIONS[aggregate] ?? refuseExport(`the aggregate ${aggregate}`)
    const leaf = findLeafMetric(metric, this.#base)
    const time = this.#models.findTimeDimension(dataset, 'time' in leaf ? leaf.time : undefined)
    const usual = dataset.time === null ? null : this.#models.findTimeDimension(dataset, undefined)
    const { value, condition } = splitByDataset(flat.args[0], datasetName)
    const filter =
      condition === null
        ? null
        : printTemplate(condition, (from, column) =>
            this.#models.printDimension(datasetName, from, column),
          )
    const isRows =
      filter === null &&
      dataset.filter === null &&
      print(flat) === print(toRowCountFormula(dataset, this.#base.catalog))
    const rows = { agg: 'sum', expr: '1' }
    const measured = isRows
      ? rows
      : { agg, expr: this.#printExpression(value ?? createOne(), dataset) }
    const measure = {
      name,
      ...measured,
      ...(agg === 'percentile' && { agg_params: toPercentileParams(flat, aggregate) }),
      ...(time !== usual && { agg_time_dimension: time }),
    }
    this.#byDataset.set(datasetName, [...this.list(datasetName), measure])
    const input = {
      name,
      ...(!isNullWhenEmpty(leaf) && { fill_nulls_with: 0 }),
      ...('fillsPeriods' in leaf && leaf.fillsPeriods && { join_to_timespine: true }),
    }
    this.#inputs.set(name, { input, isFiltered: filter !== null })
    return {
      ...toDbtTexts(metric),
      type: 'simple',
      type_params: { measure: input },
      ...(filter !== null && { filter }),
    }
  }

  #printExpression(tree: Expr, dataset: DatasetDefinition): string {
    return printTemplate(tree, (columnDataset, column) =>
      this.#models.printColumn(columnDataset, column, dataset),
    )
  }
}

function createOne(): Expr {
  return { kind: 'number', raw: '1', span: { start: 0, end: 0 } }
}

function isNullWhenEmpty(metric: MetricDefinition): boolean {
  return metric.type === 'ATOMIC' && metric.nullWhenEmpty === true
}

/** The metric that a filtered one is made of. */
function findLeafMetric(metric: MetricDefinition, base: Exporter): MetricDefinition {
  let leaf = metric
  while (leaf.type === 'DERIVED') leaf = base.catalog.metrics.byName(leaf.metric)!
  return leaf
}

function toPercentileParams(flat: AggregateCall, aggregate: string): Data {
  const [, share] = flat.args
  return {
    percentile:
      share?.kind === 'number' ? Number(share.raw) : refuseExport('a computed percentile'),
    use_discrete_percentile: aggregate === 'PercentileDisc',
    use_approximate_percentile: false,
  }
}

/** The argument of an aggregate with the conditions on columns of the dataset, and apart the conditions on columns of others. */
function splitByDataset(
  argument: Expr | undefined,
  dataset: string,
): { readonly value: Expr | null; readonly condition: Expr | null } {
  const isCase = argument?.kind === 'call' && argument.name === 'Case' && argument.args.length === 2
  if (!isCase) return { value: argument ?? null, condition: null }
  const [condition, value] = argument.args as [Expr, Expr]
  const conditions =
    condition.kind === 'logical' && condition.op === 'AND' ? condition.operands : [condition]
  const isOfDataset = (candidate: Expr): boolean => {
    let isLocal = true
    walk(candidate, (node) => {
      isLocal &&= node.kind !== 'column' || node.dataset === dataset
    })
    return isLocal
  }
  const [localConditions, foreignConditions] = [
    conditions.filter(isOfDataset),
    conditions.filter((operand) => !isOfDataset(operand)),
  ]
  const localValue =
    localConditions.length === 0 ? value : call('Case', combineWithAnd(localConditions), value)
  return {
    value: localValue,
    condition: foreignConditions.length === 0 ? null : combineWithAnd(foreignConditions),
  }
}

function combineWithAnd(operands: readonly Expr[]): Expr {
  const [only, ...more] = operands
  if (more.length === 0) return only!
  return { kind: 'logical', op: 'AND', operands, span: { start: 0, end: 0 } }
}

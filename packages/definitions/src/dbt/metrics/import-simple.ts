import type { MetricDefinition } from '@tributary/catalog'
import { type Expr, rewrite } from '@tributary/expression'
import { toTexts, UNCATEGORIZED } from '../../draft/draft.ts'
import type { Subject } from '../../draft/findings.ts'
import { type ModelDataset, readModelExpression, toDatasetKey } from '../datasets/datasets.ts'
import type { DbtMetric } from '../manifest/manifest.ts'
import type { DbtMeasure } from '../manifest/measures.ts'
import { toAtomicParts } from './atomic-parts.ts'
import {
  type ImportedMetric,
  type MetricContext,
  type Refusal,
  readConditions,
} from './metric-context.ts'

/** A measure with the treatment of groups and periods without rows. */
interface Aggregation {
  readonly measure: DbtMeasure
  readonly insteadOfNull: number | null
  readonly fillsPeriods?: boolean
}

interface AtomicOptions {
  readonly name: string
  /** @defaultValue no texts */
  readonly metric?: Pick<DbtMetric, 'label' | 'description'>
  readonly filters: readonly string[]
  /** @defaultValue that of the measure */
  readonly dataset?: string
}

/** Adds a simple metric under a name: the aggregate of its measure over the rows that fulfil its filters. */
export function importSimple(
  context: MetricContext,
  metric: DbtMetric,
  subject: Subject,
  name: string,
): ImportedMetric | Refusal {
  const { measure } = metric
  if (measure === null) return { refused: 'it has no aggregation' }
  const dataset = findMeasureDataset(context, measure)
  if ('refused' in dataset) return dataset
  const filters = readConditions(context, metric.filters, [dataset], subject)
  if ('refused' in filters) return filters
  return addAtomic(context, { ...metric, measure }, subject, { name, metric, filters })
}

/** The dataset that a measure aggregates. */
export function findMeasureDataset(
  { datasets, source }: MetricContext,
  { model, time }: DbtMeasure,
): ModelDataset | Refusal {
  const { models } = source.manifest
  const dataset = datasets.get(toDatasetKey(model, time, models.get(model)!.time))
  if (dataset !== undefined) return dataset
  if (!datasets.has(model)) return { refused: `${model} is left out`, causedBy: model }
  return { refused: `its time "${time}" is no column with dates` }
}

/** Adds an aggregate over the dataset of a measure, or over another dataset of the same table. */
export function addAtomic(
  context: MetricContext,
  { measure, insteadOfNull, fillsPeriods = false }: Aggregation,
  subject: Subject,
  { name, metric = { label: null, description: null }, filters, dataset }: AtomicOptions,
): ImportedMetric | Refusal {
  const { draft, dialect } = context.source
  const measured = findMeasureDataset(context, measure)
  if ('refused' in measured) return measured
  const place = { name: measured.name, model: measured.model, table: measured.dataset }
  const reading = readModelExpression(measure.expr, place, dialect)
  if (reading.tree === null) return { refused: `${measure.expr}: ${reading.refusal.message}` }
  for (const { message } of reading.notes) draft.findings.add('NOTE', subject, message)
  const parts = toAtomicParts(measure, { tree: reading.tree, type: reading.type })
  if ('refused' in parts) return parts
  const { tree, aggregate, fraction, type } = parts
  const nonAdditive = readNonAdditive(context, measure, measured)
  if (nonAdditive !== null && 'refused' in nonAdditive) return nonAdditive
  const rows = dataset ?? measured.name
  const definition: MetricDefinition = {
    ...toTexts(name, metric),
    ...UNCATEGORIZED,
    type: 'ATOMIC',
    dataset: rows,
    aggregate,
    fraction,
    filters,
    ...(nonAdditive && { nonAdditive }),
    ...(insteadOfNull === null && { nullWhenEmpty: true }),
    ...(fillsPeriods && { fillsPeriods: true }),
    ...(dataset === undefined && measured.otherTime !== null && { time: measured.otherTime }),
    expr: tree === null ? null : draft.printRows(toDataset(tree, measured.name, rows), rows),
  }
  draft.add('metrics', definition, subject)
  return { name, datasets: [measured], type }
}

type NonAdditive = NonNullable<Extract<MetricDefinition, { type: 'ATOMIC' }>['nonAdditive']>

/** The times at which a semi-additive measure is taken; null for an additive one. */
function readNonAdditive(
  { elements, source }: MetricContext,
  { nonAdditive, time, model }: DbtMeasure,
  dataset: ModelDataset,
): NonAdditive | Refusal | null {
  if (nonAdditive === null) return null
  const { name, choice, groupings } = nonAdditive
  if (name !== (time ?? source.manifest.models.get(model)!.time)) {
    return { refused: `a balance at the times of ${name}, which is not its own time` }
  }
  const per: string[] = []
  for (const entity of groupings) {
    const element = elements.find(dataset, [entity])
    if ('refused' in element) return element
    per.push(element.name)
  }
  return { take: choice === 'max' ? 'LAST' : 'FIRST', per }
}

/** An expression about the rows of a dataset as one about those of another dataset of the same table. */
function toDataset(tree: Expr, dataset: string, targetDataset: string): Expr {
  return rewrite(tree, (node) =>
    node.kind === 'column' && node.dataset === dataset ? { ...node, dataset: targetDataset } : node,
  )
}

import { print, type ValueType } from '@tributary/expression'
import type { Subject } from '../../draft/findings.ts'
import type { DatasetSource, ModelDataset, ModelDatasets } from '../datasets/datasets.ts'
import type { Elements } from '../datasets/elements.ts'
import { EventDatasets } from './event-datasets.ts'
import { FilterReader } from './filters.ts'
import { MembershipDimensions } from './membership-dimensions.ts'

/** A metric that was imported, as other metrics refer to it. */
export interface ImportedMetric {
  /** Its name in the workspace. */
  readonly name: string
  readonly datasets: readonly ModelDataset[]
  readonly type: ValueType
}

/** The reason why a metric is left out. */
export interface Refusal {
  readonly refused: string
  /** The name of the metric or model that is missing and causes this. @defaultValue none */
  readonly causedBy?: string
}

/** The state of an import of metrics. */
export interface MetricContext {
  readonly source: DatasetSource
  readonly datasets: ModelDatasets
  readonly elements: Elements
  readonly filters: FilterReader
  readonly events: EventDatasets
  /** The imported metrics by their name in the manifest. */
  readonly imported: Map<string, ImportedMetric>
  /** Metrics with filters or periods that formulas need, by base, filters and period. */
  readonly derived: Map<string, ImportedMetric>
}

/** Begins an import of metrics; takes the names of all metrics of the manifest. */
export function createMetricContext(
  source: DatasetSource,
  { datasets, elements }: { readonly datasets: ModelDatasets; readonly elements: Elements },
): MetricContext {
  const { draft, manifest, dialect } = source
  for (const name of manifest.metrics.keys()) {
    draft.namesakes.set(name, draft.names.metrics.take(name))
  }
  return {
    source,
    datasets,
    elements,
    filters: new FilterReader(elements, dialect, new MembershipDimensions(draft, elements)),
    events: new EventDatasets(source),
    imported: new Map(),
    derived: new Map(),
  }
}

/** The imported metric of a name in the manifest. */
export function findMetric({ imported }: MetricContext, name: string): ImportedMetric | Refusal {
  return (
    imported.get(name) ?? {
      refused: `it stands on ${name}, which is no metric here`,
      causedBy: name,
    }
  )
}

/** The conditions that filters about the rows of all datasets mean. */
export function readConditions(
  { filters, source }: MetricContext,
  templates: readonly string[],
  datasets: readonly ModelDataset[],
  subject: Subject,
): readonly string[] | Refusal {
  const conditions: string[] = []
  for (const template of templates) {
    const reading = filters.read(template, datasets, subject)
    if ('refused' in reading) return reading
    for (const note of reading.notes) source.draft.findings.add('NOTE', subject, note)
    conditions.push(print(reading.tree))
  }
  return conditions
}

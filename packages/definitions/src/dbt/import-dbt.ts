import type { Draft } from '../draft/draft.ts'
import type { Place } from '../draft/place.ts'
import type { FoundTable, TableReference } from '../draft/tables.ts'
import { type Extra, noteChangedTexts } from '../extras/extension.ts'
import type { SqlTextDialect } from '../sql-text/syntax/dialects.ts'
import type { ModelDatasets } from './datasets/datasets.ts'
import { makeDatasets } from './datasets/datasets.ts'
import { type Elements, makeElements, toPartName } from './datasets/elements.ts'
import { readExtras } from './extras.ts'
import {
  type DbtManifest,
  type DbtModel,
  type DbtSavedQuery,
  readManifest,
} from './manifest/manifest.ts'
import { readReference } from './manifest/template.ts'
import { makeTimeSpines } from './manifest/time-spines.ts'
import { importMetrics } from './metrics/import-metrics.ts'

/** A manifest that was read; its tables are to be found before it is imported. */
export interface DbtDocument {
  readonly tables: readonly TableReference[]
  /** Makes the definitions; `found` has what was found for each of the tables. */
  fill(draft: Draft, dialect: SqlTextDialect, resolvedTables: readonly (FoundTable | null)[]): void
  /** Extensions that replace definitions of the manifest. */
  readonly extras: readonly Extra[]
}

/**
 * Whether a document looks like a YAML file of a dbt project: `dbt_project.yml`, or one with semantic models of `ref(…)`, with
 * models that have one, or with metrics of measures alone.
 */
export function isProjectYaml(value: object): boolean {
  const hasItem = (list: string, test: (item: object) => boolean): boolean => {
    const items: unknown = (value as Readonly<Record<string, unknown>>)[list]
    const isItem = (item: unknown): item is object => typeof item === 'object' && item !== null
    return Array.isArray(items) && items.some((item) => isItem(item) && test(item))
  }
  if ('config-version' in value || ('profile' in value && 'model-paths' in value)) return true
  if (hasItem('semantic_models', (model) => 'model' in model && !('node_relation' in model)))
    return true
  if (hasItem('models', (model) => 'semantic_model' in model)) return true
  return !('semantic_models' in value) && hasItem('metrics', (metric) => 'type_params' in metric)
}

/** Whether a document looks like a semantic manifest. */
export function isSemanticManifest(value: object): boolean {
  return 'semantic_models' in value && !('nodes' in value)
}

/** Reads a semantic manifest of dbt. Throws `DEFINITIONS_INVALID_IMPORT` where it is not one. */
export function readDbt(document: Place): DbtDocument {
  const manifest = readManifest(document)
  const models = [...manifest.models.values()]
  const { believed, changed } = readExtras(document, manifest)
  return {
    extras: believed,
    tables: [...models, ...manifest.timeSpines].map(({ table }) => table),
    fill(draft, dialect, resolvedTables) {
      const tables = new Map<DbtModel, FoundTable>()
      models.forEach((model, i) => {
        const table = resolvedTables[i] ?? null
        if (table !== null) tables.set(model, table)
      })
      const source = { manifest, dialect, tables, draft }
      const datasets = makeDatasets(source)
      const elements = makeElements(source, datasets)
      makeTimeSpines(manifest, draft, resolvedTables.slice(models.length))
      addQueriedElements(manifest, datasets, elements)
      importMetrics(source, { datasets, elements })
      for (const query of manifest.savedQueries) noteQuery(query, draft)
      noteChangedTexts(changed, draft.findings)
    },
  }
}

/** The dimensions of saved queries, so that those through several relations are there. */
function addQueriedElements(
  manifest: DbtManifest,
  datasets: ModelDatasets,
  elements: Elements,
): void {
  for (const { metrics, groupBy, where } of manifest.savedQueries) {
    const texts = [
      ...groupBy,
      ...where.flatMap((template) => template.match(/\{\{[^}]*\}\}/g) ?? []),
    ]
    const references = texts.flatMap((text) => readReference(text.replace(/[{}]/g, '')) ?? [])
    for (const dataset of datasets.values()) {
      const isQueried = metrics.some((name) =>
        collectMetricModels(name, manifest, new Set()).has(dataset.model.name),
      )
      if (!isQueried) continue
      for (const { parts, kind, datePart } of references) {
        if (kind === 'Metric') continue
        if (datePart === null) elements.find(dataset, parts)
        else elements.findPart(dataset, { parts, datePart })
      }
    }
  }
}

/** The semantic models that a metric aggregates. */
function collectMetricModels(
  name: string,
  manifest: DbtManifest,
  visited: Set<string>,
): ReadonlySet<string> {
  const metric = manifest.metrics.get(name)
  if (metric === undefined || visited.has(name)) return new Set()
  visited.add(name)
  const { numerator, denominator, accumulated } = metric
  const inputs = [numerator, denominator, accumulated, ...metric.inputs]
  return new Set([
    ...(metric.measure === null ? [] : [metric.measure.model]),
    ...(metric.conversion === null ? [] : [metric.conversion.base.measure.model]),
    ...inputs.flatMap((input) =>
      input === null ? [] : [...collectMetricModels(input.metric, manifest, visited)],
    ),
  ])
}

function noteQuery(query: DbtSavedQuery, draft: Draft): void {
  const by = query.groupBy.flatMap((text) => {
    const reference = readReference(text)
    if (reference === null) return []
    const { parts, grain, datePart } = reference
    if (datePart !== null) return [`--by ${toPartName(parts.join('__'), datePart)}`]
    return [`--by ${[...parts, ...(grain === null ? [] : [grain])].join('__')}`]
  })
  const message =
    query.metrics.length === 0
      ? `the values of ${by.map((option) => option.replace('--by ', '')).join(' and ')}`
      : `tributary query ${[...query.metrics, ...by].join(' ')}`
  draft.findings.add('QUESTION', { kind: 'saved query', name: query.name, at: query.at }, message)
}

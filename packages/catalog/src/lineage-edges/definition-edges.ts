import { assertNever } from '@tributary/core'
import type { VertexRef } from '@tributary/lineage'
import { type DatasetDefinition, sourceName } from '../definitions/dataset.ts'
import type { DimensionDefinition } from '../definitions/dimension.ts'
import { METRIC_TIME, type MetricDefinition } from '../definitions/metric.ts'
import type { Catalog } from '../resolve/catalog/catalog.ts'
import { selectMetricDataset } from '../resolve/catalog/dataset-time.ts'
import { findColumn, meaningIn } from '../resolve/catalog/meaning.ts'
import { findPathEnd, findRelationPath, type RelationPath } from '../resolve/catalog/relations.ts'
import { metricDataType } from '../resolve/metrics/describe-metric.ts'
import { resolveMetric } from '../resolve/metrics/resolve-metric.ts'
import { listFieldNames, listNames } from '../resolve/names/expression-names.ts'
import {
  datasetColumnRef,
  datasetRef,
  dimensionRef,
  type LineageSet,
  metricRef,
  sourceColumnRef,
  sourceRef,
} from './lineage-set.ts'

/** FILE or PHYSICAL_TABLE → DATASET → DATASET_COLUMN, and each column of it → DATASET_COLUMN. */
export function addDataset(lineage: LineageSet, dataset: DatasetDefinition): void {
  const { displayName, description } = dataset
  const table = sourceRef(dataset)
  const self = datasetRef(dataset)
  const named = { displayName: sourceName(dataset.source), description: null, custom: null }
  lineage.vertex({ ...table, ...named })
  lineage.vertex({ ...self, displayName, description, custom: null })
  lineage.edge(table, self)
  for (const column of dataset.columns) {
    const source = sourceColumnRef(dataset, column)
    const target = datasetColumnRef(dataset, column.name)
    lineage.vertex({
      ...source,
      displayName: column.sourceColumn,
      description: null,
      custom: { originDataType: column.originDataType },
    })
    lineage.vertex({
      ...target,
      displayName: column.displayName,
      description: column.description,
      custom: { originDataType: column.originDataType },
    })
    lineage.edge(source, target)
    lineage.edge(self, target)
  }
}

/**
 * DATASET_COLUMN → DIMENSION for the columns of its value and the keys of the relations that lead there; of one with `having`
 * METRIC → DIMENSION for the metrics of its condition and DIMENSION → DIMENSION for `per`.
 */
export function addDimension(
  lineage: LineageSet,
  catalog: Catalog,
  dimension: DimensionDefinition,
): void {
  const { displayName, description, value, originDataType } = dimension
  const self = dimensionRef(dimension)
  lineage.vertex({ ...self, displayName, description, custom: { originDataType } })
  const base = catalog.dataset(dimension.dataset)
  const via = findRelationPath(catalog.datasets, base, dimension.via) ?? []
  const dataset = findPathEnd(catalog.datasets, base, via) ?? base
  if (value.type === 'COLUMN_BIND') {
    addColumns(lineage, catalog, { base, path: via, dataset, column: value.column }, self)
    return
  }
  if (value.type === 'HAVING') {
    lineage.edge(dimensionRef(catalog.dimension(value.per)), self)
    for (const name of listFieldNames(value.condition, catalog.workspace.calendar)) {
      lineage.edge(metricRef(catalog.metric(name)), self)
    }
    return
  }
  addColumnNames(lineage, catalog, { base, path: via, dataset }, value.expr, self)
}

/**
 * Adds the edges to a metric: DATASET → METRIC for ATOMIC, METRIC → METRIC for DERIVED and COMPOSITE, and
 * DATASET_COLUMN and DIMENSION → METRIC for the names in its expression and filters.
 */
export function addMetric(lineage: LineageSet, catalog: Catalog, metric: MetricDefinition): void {
  const { displayName, description, category, type } = metric
  const self = metricRef(metric)
  const custom = {
    originDataType: metricDataType(catalog, metric),
    type,
    category: [{ name: category.name, id: category.id }],
  }
  lineage.vertex({ ...self, displayName, description, custom })
  if (metric.type === 'DERIVED') {
    lineage.edge(metricRef(catalog.metric(metric.metric)), self)
    const located = { text: metric.name, path: `metric ${metric.name}` }
    const { datasets } = resolveMetric(catalog, located, { now: 0n })
    const texts =
      metric.period === undefined ? metric.filters : [...metric.filters, `[${METRIC_TIME}]`]
    for (const dataset of datasets) addNames(lineage, catalog, dataset, texts, self)
  } else if (metric.dataset !== null) {
    const dataset = selectMetricDataset(catalog.dataset(metric.dataset), metric)
    lineage.edge(datasetRef(dataset), self)
    const filters = metric.type === 'ATOMIC' ? metric.filters : []
    const nonAdditive = metric.type === 'ATOMIC' ? metric.nonAdditive : undefined
    const times =
      nonAdditive === undefined
        ? []
        : [METRIC_TIME, ...nonAdditive.per].map((dimensionName) => `[${dimensionName}]`)
    const named = [...filters, ...times]
    const texts = metric.expr === null ? named : [metric.expr, ...named]
    addNames(lineage, catalog, dataset, texts, self)
    if (dataset.filter === null) return
    addColumnNames(lineage, catalog, { base: dataset, path: [], dataset }, dataset.filter, self)
  } else if (metric.type === 'COMPOSITE') {
    for (const name of listNames(metric.expr, catalog.workspace.calendar)) {
      if (name.kind === 'field') lineage.edge(metricRef(catalog.metric(name.name)), self)
    }
  }
}

/** DATASET_COLUMN → `to` for the columns that an expression names; in it every name is that of a column. */
function addColumnNames(
  lineage: LineageSet,
  catalog: Catalog,
  { base, path, dataset }: Omit<ColumnUse, 'column'>,
  text: string,
  to: VertexRef,
): void {
  for (const name of listNames(text, catalog.workspace.calendar)) {
    const meaning = findColumn(catalog, dataset, name)
    if (meaning.kind !== 'column') continue
    const use = { base, path: [...path, ...meaning.path], dataset: meaning.dataset }
    addColumns(lineage, catalog, { ...use, column: meaning.column.name }, to)
  }
}

function addNames(
  lineage: LineageSet,
  catalog: Catalog,
  base: DatasetDefinition,
  texts: readonly string[],
  to: VertexRef,
): void {
  for (const name of texts.flatMap((text) => listNames(text, catalog.workspace.calendar))) {
    const meaning = meaningIn(catalog, base, name)
    switch (meaning.kind) {
      case 'dimension': {
        lineage.edge(dimensionRef(meaning.dimension), to)
        // The dimension has the keys of its own relations; those that lead to it are the metric's.
        const path = meaning.path.slice(0, meaning.path.length - meaning.dimension.via.length)
        addRelationKeys(lineage, catalog, { base, path }, to)
        break
      }
      case 'column':
      case 'time':
        addColumns(lineage, catalog, { base, ...meaning, column: meaning.column.name }, to)
        break
      case 'problem':
        break
      default:
        assertNever(meaning)
    }
  }
}

/** A column that something is made of, and the relations walked to it. */
interface ColumnUse {
  /** Where the path begins. */
  readonly base: DatasetDefinition
  readonly path: RelationPath
  /** Where the path ends and the column is. */
  readonly dataset: DatasetDefinition
  readonly column: string
}

/** DATASET_COLUMN → `to` for the column itself and for both key columns of every relation walked. */
function addColumns(lineage: LineageSet, catalog: Catalog, use: ColumnUse, to: VertexRef): void {
  lineage.edge(datasetColumnRef(use.dataset, use.column), to)
  addRelationKeys(lineage, catalog, use, to)
}

/** DATASET_COLUMN → `to` for both key columns of every relation walked, and for the times of those as of a time. */
function addRelationKeys(
  lineage: LineageSet,
  catalog: Catalog,
  { base, path }: Pick<ColumnUse, 'base' | 'path'>,
  to: VertexRef,
): void {
  let from = base
  for (const relation of path) {
    const next = catalog.dataset(relation.to)
    for (const key of [...relation.on, ...(relation.asOf === undefined ? [] : [relation.asOf])]) {
      lineage.edge(datasetColumnRef(from, key.column), to)
      lineage.edge(datasetColumnRef(next, key.toColumn), to)
    }
    const until = relation.asOf?.untilColumn
    if (until !== undefined) lineage.edge(datasetColumnRef(next, until), to)
    from = next
  }
}

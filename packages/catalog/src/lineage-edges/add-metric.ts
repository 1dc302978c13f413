import { assertNever } from '@tributary/core'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import { columnIn, meaningIn } from '../resolve/meaning.ts'
import { metricDataType } from '../resolve/metric-data-type.ts'
import { resolveMetric } from '../resolve/resolve-metric.ts'
import { addColumns, addRelationKeys } from './add-columns.ts'
import { datasetRef, dimensionRef, metricRef } from './asset-refs.ts'
import type { LineageSet } from './lineage-set.ts'
import { namesIn } from './names-in.ts'

/**
 * What a metric is made of: DATASET → METRIC for ATOMIC, METRIC → METRIC for DERIVED and COMPOSITE, and
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
  switch (metric.type) {
    case 'ATOMIC': {
      const dataset = catalog.dataset(metric.dataset)
      lineage.edge(datasetRef(dataset), self)
      const texts = metric.expr === null ? metric.filters : [metric.expr, ...metric.filters]
      addNames(lineage, { catalog, dataset, metric }, texts)
      addFilter(lineage, { catalog, dataset, metric })
      return
    }
    case 'DERIVED': {
      lineage.edge(metricRef(catalog.metric(metric.metric)), self)
      const located = { text: metric.name, path: `metric ${metric.name}` }
      const { dataset } = resolveMetric(catalog, located, { now: 0n })
      addNames(lineage, { catalog, dataset, metric }, metric.filters)
      return
    }
    case 'COMPOSITE':
      if (metric.dataset !== null) {
        const dataset = catalog.dataset(metric.dataset)
        lineage.edge(datasetRef(dataset), self)
        addNames(lineage, { catalog, dataset, metric }, [metric.expr])
        addFilter(lineage, { catalog, dataset, metric })
        return
      }
      for (const name of namesIn(metric.expr)) {
        if (name.kind === 'field') lineage.edge(metricRef(catalog.metric(name.name)), self)
      }
      return
    default:
      assertNever(metric)
  }
}

interface NamesOfMetric {
  readonly catalog: Catalog
  readonly dataset: DatasetDefinition
  readonly metric: MetricDefinition
}

/** The columns of the dataset's own condition. */
function addFilter(lineage: LineageSet, { catalog, dataset, metric }: NamesOfMetric): void {
  for (const name of dataset.filter === null ? [] : namesIn(dataset.filter)) {
    const meaning = columnIn(catalog, dataset, name)
    if (meaning.kind !== 'column') continue
    const use = { base: dataset, path: meaning.path, dataset: meaning.dataset }
    addColumns(lineage, catalog, { ...use, column: meaning.column.name }, metricRef(metric))
  }
}

function addNames(
  lineage: LineageSet,
  { catalog, dataset, metric }: NamesOfMetric,
  texts: readonly string[],
): void {
  const self = metricRef(metric)
  for (const name of texts.flatMap(namesIn)) {
    const meaning = meaningIn(catalog, dataset, name)
    switch (meaning.kind) {
      case 'dimension': {
        lineage.edge(dimensionRef(meaning.dimension), self)
        // The dimension has the keys of its own relations; those that lead to it are the metric's.
        const path = meaning.path.slice(0, meaning.path.length - meaning.dimension.via.length)
        addRelationKeys(lineage, catalog, { base: dataset, path }, self)
        break
      }
      case 'column': {
        const use = { base: dataset, path: meaning.path, dataset: meaning.dataset }
        addColumns(lineage, catalog, { ...use, column: meaning.column.name }, self)
        break
      }
      case 'time': {
        const use = { base: dataset, path: [], dataset, column: meaning.column.name }
        addColumns(lineage, catalog, use, self)
        break
      }
      case 'problem':
        break
      default:
        assertNever(meaning)
    }
  }
}

import { assertNever } from '@tributary/core'
import type { Column, Resolution, Scope } from '@tributary/expression'
import type { Catalog } from '../catalog.ts'
import type { DatasetDefinition } from '../definitions/dataset.ts'
import { METRIC_TIME } from '../definitions/metric-time.ts'
import { columnReference } from './column-reference.ts'
import { describeMeaning } from './describe-meaning.ts'
import { dimensionValue } from './dimension-value.ts'
import { type Meaning, meaningIn, pathToDimension } from './meaning.ts'

/** What a {@link datasetScope} may know beside the catalog. */
export interface DatasetScopeOptions {
  /** Names of temporary metrics, to say that a metric has no place among rows. */
  readonly temporaryMetrics?: ReadonlySet<string>
}

/**
 * The names that speak of a dataset's rows: `metric_time` (the plain time of the row), the dimensions
 * available, columns. A metric's name is `misplaced`: filters choose rows, before any aggregation.
 */
export function datasetScope(
  catalog: Catalog,
  dataset: DatasetDefinition,
  options: DatasetScopeOptions = {},
): Scope {
  return {
    resolve(name) {
      const meaning = meaningIn(catalog, dataset, name)
      if (meaning.kind !== 'problem') return resolutionOf(catalog, dataset, meaning)
      const isMetric =
        name.kind === 'field' &&
        meaning.problem.kind === 'unknown' &&
        (options.temporaryMetrics?.has(name.name) || catalog.metrics.find(name.name).length > 0)
      if (!isMetric) return meaning
      return {
        problem: {
          kind: 'misplaced',
          message: `"${name.name}" is a metric; here only dimensions and columns of the dataset "${dataset.name}" may stand, since they are looked at row by row, before anything is aggregated`,
        },
      }
    },
    names: () => namesAbout(catalog, dataset),
    columns: () => columnsAbout(catalog, dataset),
    describe: (name) => describeMeaning(meaningIn(catalog, dataset, name)),
  }
}

/** The value that a meaning has for a row of `dataset`. */
function resolutionOf(
  catalog: Catalog,
  dataset: DatasetDefinition,
  meaning: Exclude<Meaning, { kind: 'problem' }>,
): Resolution {
  switch (meaning.kind) {
    case 'time':
      return { found: columnReference(dataset, [], meaning.column) }
    case 'column':
      return { found: columnReference(dataset, meaning.path, meaning.column) }
    case 'dimension':
      return { found: dimensionValue(catalog, dataset, meaning.path, meaning.dimension) }
    default:
      return assertNever(meaning)
  }
}

function* namesAbout(catalog: Catalog, dataset: DatasetDefinition): Iterable<string> {
  if (dataset.time !== null) yield METRIC_TIME
  for (const dimension of catalog.dimensions.all) {
    if (typeof pathToDimension(catalog, dataset, dimension) === 'object') yield dimension.name
  }
  if (!catalog.showsColumns(dataset)) return
  for (const column of dataset.columns) yield column.name
}

/** The columns of the dataset, and of those that exactly one way leads to. */
function* columnsAbout(
  catalog: Catalog,
  dataset: DatasetDefinition,
): Iterable<Pick<Column, 'dataset' | 'column'>> {
  const reached = [...catalog.reach(dataset)].filter(([, path]) => path !== 'ambiguous')
  for (const name of [dataset.name, ...reached.map(([there]) => there)]) {
    const there = catalog.datasets.byName(name)
    if (there === undefined || !catalog.showsColumns(there)) continue
    for (const column of there.columns) {
      if (!column.isHidden) yield { dataset: name, column: column.name }
    }
  }
}

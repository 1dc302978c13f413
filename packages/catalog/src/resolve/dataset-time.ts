import type { ColumnDefinition, DatasetDefinition } from '../definitions/dataset.ts'
import type { NameIndex } from './name-index.ts'
import { endOf, pathNamed, type RelationPath } from './relations.ts'

/** The column that says the time of a dataset's rows. */
export interface TimeColumn {
  /** The relations that lead from the dataset to that of the column; empty for a column of its own. */
  readonly path: RelationPath
  /** The dataset that has the column. */
  readonly dataset: DatasetDefinition
  readonly column: ColumnDefinition
}

/** Where the time of a dataset's rows is; null when the dataset has no time. */
export function timeColumnOf(
  datasets: NameIndex<DatasetDefinition>,
  base: DatasetDefinition,
): TimeColumn | null {
  const { time } = base
  if (time === null) return null
  const path = pathNamed(datasets, base, time.via ?? [])
  const dataset = path && endOf(datasets, base, path)
  const column = dataset?.columns.find(({ name }) => name === time.column)
  return path === undefined || dataset === undefined || column === undefined
    ? null
    : { path, dataset, column }
}

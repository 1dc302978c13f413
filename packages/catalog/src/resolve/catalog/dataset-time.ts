import type { ColumnDefinition, DatasetDefinition } from '../../definitions/dataset.ts'
import type { MetricTimes } from '../../definitions/metric.ts'
import type { NameIndex } from '../names/name-index.ts'
import { findPathEnd, findRelationPath, type RelationPath } from './relations.ts'

/** The column that says the time of a dataset's rows. */
export interface TimeColumn {
  /** The relations that lead from the dataset to that of the column; empty for a column of its own. */
  readonly path: RelationPath
  /** The dataset that has the column. */
  readonly dataset: DatasetDefinition
  readonly column: ColumnDefinition
}

/** Where the time of a dataset's rows is; null when the dataset has no time. */
export function findTimeColumn(
  datasets: NameIndex<DatasetDefinition>,
  base: DatasetDefinition,
): TimeColumn | null {
  const { time } = base
  if (time === null) return null
  const path = findRelationPath(datasets, base, time.via ?? [])
  const dataset = path && findPathEnd(datasets, base, path)
  const column = dataset?.columns.find(({ name }) => name === time.column)
  return path === undefined || dataset === undefined || column === undefined
    ? null
    : { path, dataset, column }
}

/** By dataset and name of a time, the dataset with that time. */
const byTime = new WeakMap<DatasetDefinition, Map<string, DatasetDefinition>>()

/**
 * A dataset whose rows have one of its times, by name; undefined when it has no time of that name. The same object each
 * time: metrics with different times of a dataset aggregate different facts.
 */
export function selectDatasetTime(
  dataset: DatasetDefinition,
  name: string,
): DatasetDefinition | undefined {
  if (dataset.time?.name === name) return dataset
  const datasetsByTime = byTime.get(dataset) ?? new Map<string, DatasetDefinition>()
  const time = dataset.times?.find((namedTime) => namedTime.name === name)
  if (time === undefined) return undefined
  const timedDataset = datasetsByTime.get(name) ?? { ...dataset, time }
  byTime.set(dataset, datasetsByTime.set(name, timedDataset))
  return timedDataset
}

/** A dataset whose rows have the time of a metric: the one that is asked for, its own, or that of the dataset. */
export function selectMetricDataset(
  dataset: DatasetDefinition,
  { time }: MetricTimes,
  requestedTime: string | null = null,
): DatasetDefinition {
  const name = requestedTime ?? time
  return (name === undefined ? dataset : selectDatasetTime(dataset, name)) ?? dataset
}

/** The names of the times that a question may choose for a metric, its own among them. */
export function listMetricTimes(
  { time: usual }: DatasetDefinition,
  { time, times = [] }: MetricTimes,
): readonly string[] {
  const defaultTime = time ?? usual?.name
  return defaultTime === undefined
    ? times
    : [defaultTime, ...times.filter((timeName) => timeName !== defaultTime)]
}

/** Identifies a place where names have one meaning: a dataset, and the time that its rows have. */
export function toPlaceKey({ name, time }: DatasetDefinition): string {
  return time === null ? name : `${name} by ${[...(time.via ?? []), time.column].join('.')}`
}
